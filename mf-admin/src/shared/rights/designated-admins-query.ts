import type { Call } from '@portal/contract/client'
import { type DesignatedAdmins, listDesignatedAdmins } from '@portal/contract/designated-admins'
import { queryOptions } from '@portal/remote-kit/query'

export const adminsKey = ['admin', 'designated admins']

/** E-mails, sorted and in lower case. */
export function designatedAdminsQuery(call: Call) {
  return queryOptions({
    queryKey: adminsKey,
    queryFn: ({ signal }) => call(listDesignatedAdmins, {}, { signal }),
    select: ({ designatedAdmins }: DesignatedAdmins) => designatedAdmins,
    refetchOnMount: 'always',
  })
}
