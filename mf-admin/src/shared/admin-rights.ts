import { type ApiError, type Call, isApiError } from '@portal/contract/client'
import {
  addDesignatedAdmin,
  type DesignatedAdmins,
  listDesignatedAdmins,
  removeDesignatedAdmin,
} from '@portal/contract/designated-admins'
import { getPortal } from '@portal/contract/portal'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'

/** Whether the reader may manage users at this moment; `because` where a refused call told so. */
type Permissions = { canManageUsers: boolean; because?: string }

const permissionsKey = ['admin', 'permissions']
const adminsKey = ['admin', 'designated admins']

/** Asked anew on every visit: rights may end while a tab stays open. */
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

/** Told of a refused call, it lets the guard around the screen lead the reader home; says whether it did. */
export function useRightsEnd() {
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

/** E-mails, sorted and in lower case. */
export function designatedAdminsQuery(call: Call) {
  return queryOptions({
    queryKey: adminsKey,
    queryFn: ({ signal }) => call(listDesignatedAdmins, {}, { signal }),
    select: ({ designatedAdmins }: DesignatedAdmins) => designatedAdmins,
    refetchOnMount: 'always',
  })
}

export type AdminChange = { email: string; admin: boolean }

/** Puts an e-mail on the list or takes it off; the answer is the list. */
export function useChangeAdmin() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ email, admin }: AdminChange) =>
      admin
        ? call(addDesignatedAdmin, { body: { email } })
        : call(removeDesignatedAdmin, { query: { email } }),
    // An answer that is under way was made before this change and would undo it on the screen.
    onMutate: () => client.cancelQueries({ queryKey: adminsKey }),
    onSuccess: (list) => client.setQueryData<DesignatedAdmins>(adminsKey, list),
    onError: () => void client.invalidateQueries({ queryKey: adminsKey }),
  })
}
