import {
  addDesignatedAdmin,
  type DesignatedAdmins,
  removeDesignatedAdmin,
} from '@portal/contract/designated-admins'
import { usePortal } from '@portal/remote-kit/portal'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import { adminsKey } from '../shared/rights/designated-admins-query.ts'

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
