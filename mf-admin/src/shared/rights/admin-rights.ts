import { isolated } from '@portal/domain/shown-text'
import { type ApiError, type Call, isApiError } from '@portal/remote-kit/client'
import { getPortal } from '@portal/contract/portal'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { listDesignatedAdmins } from '@portal/contract/designated-admins'
import { comparableEmail } from '@portal/domain/email-address'
import { adminQuery } from '../queries.ts'

/** Whether the reader may currently manage users; `because` if a refused call revealed it. */
type Permissions = { canManageUsers: boolean; because?: string }

const permissionsKey = ['admin', 'permissions']

/** Refetched on every visit: rights may end while a tab stays open. */
export function permissionsQuery(call: Call) {
  return queryOptions({
    queryKey: permissionsKey,
    queryFn: async ({ signal }): Promise<Permissions> => {
      const { person } = await call(getPortal, {}, { signal })
      return { canManageUsers: person.canManageUsers }
    },
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
}

export function isForbidden(error: unknown): error is ApiError {
  return isApiError(error) && error.code === 'forbidden'
}

/** Ends the reader's rights after a refused call, so that the guard around the screen sends them home; returns whether it did. */
export function useEndRights() {
  const client = useQueryClient()
  return (error?: unknown): boolean => {
    if (error !== undefined && !isForbidden(error)) return false
    client.setQueryData<Permissions>(permissionsKey, {
      canManageUsers: false,
      ...(error && { because: error.message }),
    })
    return true
  }
}

export const adminsKey = ['admin', 'designated admins']

/** E-mails, sorted and in lower case. */
export function designatedAdminsQuery(call: Call) {
  return queryOptions({
    ...adminQuery(call, listDesignatedAdmins, adminsKey),
    select: ({ designatedAdmins }) => designatedAdmins,
  })
}

/** The name of an admin by their address, in any case; other texts, such as a token's name, unchanged. */
export type NameOf = (by: string) => string

/** The names of the designated and former admins; their addresses until the names are loaded. */
export function useNameOf(): NameOf {
  const { call } = usePortal()
  const { data: names = {} } = useQuery({
    ...adminQuery(call, listDesignatedAdmins, adminsKey),
    select: (list) => list.names,
  })
  return (by) => names[comparableEmail(by)] ?? by
}

/** Who has saved first, to begin a sentence with: by name, else by address, else unnamed. */
export function useOtherAdmin(): (by: string | undefined) => string {
  const nameOf = useNameOf()
  return (by) => (by === undefined ? 'Someone else' : isolated(nameOf(by)))
}
