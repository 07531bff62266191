import type { Call } from '@portal/remote-kit/client'
import { endAllSignIns, endSignIn, listSignIns } from '@portal/contract/sign-ins'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'

export const signInsKey = ['shell', 'sign-ins']

/** The reader's own sign-ins that haven't ended. */
export function signInsQuery(call: Call) {
  return queryOptions({
    queryKey: signInsKey,
    queryFn: async ({ signal }) => (await call(listSignIns, {}, { signal })).signIns,
    refetchOnMount: 'always',
  })
}

export function useEndSignIn() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(endSignIn, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: signInsKey }),
  })
}

export function useEndAllSignIns() {
  const { call } = usePortal()
  return useMutation({ mutationFn: () => call(endAllSignIns) })
}
