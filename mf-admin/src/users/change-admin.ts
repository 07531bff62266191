import {
  addDesignatedAdmin,
  type DesignatedAdmins,
  removeDesignatedAdmin,
} from '@portal/contract/designated-admins'
import { usePortal } from '@portal/remote-kit/portal'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import { adminsKey } from '../shared/rights/designated-admins-query.ts'

export type AdminChange = { email: string; admin: boolean }

/** Adds an e-mail to the list or removes it; returns the list. */
export function useChangeAdmin() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ email, admin }: AdminChange) =>
      admin
        ? call(addDesignatedAdmin, { body: { email } })
        : call(removeDesignatedAdmin, { query: { email } }),
    // A response still in flight is older than this change and would undo it on the screen.
    onMutate: () => client.cancelQueries({ queryKey: adminsKey }),
    onSuccess: (list) => client.setQueryData<DesignatedAdmins>(adminsKey, list),
    onError: () => void client.invalidateQueries({ queryKey: adminsKey }),
  })
}
