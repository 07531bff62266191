import type { Call } from '@portal/contract/client'
import { listDesignatedAdmins } from '@portal/contract/designated-admins'
import { queryOptions } from '@portal/remote-kit/query'
import { adminQuery } from '../queries.ts'

export const adminsKey = ['admin', 'designated admins']

/** E-mails, sorted and in lower case. */
export function designatedAdminsQuery(call: Call) {
  return queryOptions({
    ...adminQuery(call, listDesignatedAdmins, adminsKey),
    select: ({ designatedAdmins }) => designatedAdmins,
  })
}
