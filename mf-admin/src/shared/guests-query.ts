import { listGuests } from '@portal/contract/guests'
import type { Call } from '@portal/remote-kit/client'
import { adminQuery } from './queries.ts'

export const guestsKey = ['admin', 'guests']

/** The guests, the assistants and every invitation. */
export function guestsQuery(call: Call) {
  return adminQuery(call, listGuests, guestsKey)
}
