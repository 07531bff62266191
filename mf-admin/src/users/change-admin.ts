import {
  addDesignatedAdmin,
  type DesignatedAdmins,
  removeDesignatedAdmin,
} from '@portal/contract/designated-admins'
import { useQueryClient } from '@portal/remote-kit/query'
import { useChange } from '../shared/queries.ts'
import { adminsKey } from '../shared/rights/designated-admins-query.ts'

export type AdminChange = { email: string; admin: boolean }

/** Adds an e-mail to the list or removes it; returns the list. */
export function useChangeAdmin() {
  const client = useQueryClient()
  return useChange(
    (call, { email, admin }: AdminChange) =>
      admin
        ? call(addDesignatedAdmin, { body: { email } })
        : call(removeDesignatedAdmin, { query: { email } }),
    {
      supersedes: adminsKey,
      onSuccess: (list) => client.setQueryData<DesignatedAdmins>(adminsKey, list),
      onError: () => void client.invalidateQueries({ queryKey: adminsKey }),
    },
  )
}
