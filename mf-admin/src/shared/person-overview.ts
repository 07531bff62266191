import { getPersonOverview } from '@portal/contract/users'
import type { Call } from '@portal/remote-kit/client'
import { adminQuery } from './queries.ts'

/** Of everybody's entry with account; stale after a change of either. */
export const personOverviewKey = ['admin', 'person']

export type PersonOf = { entry: string } | { account: string }

export function personOverviewQuery(call: Call, of: PersonOf) {
  return adminQuery(call, getPersonOverview, [...personOverviewKey, of], { query: of })
}
