import type { Call } from '@portal/contract/client'
import {
  createReleaseToken,
  listReleaseTokens,
  revokeReleaseToken,
} from '@portal/contract/release-tokens'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'

const tokensKey = ['admin', 'release tokens']

export function tokensQuery(call: Call) {
  return queryOptions({
    queryKey: tokensKey,
    queryFn: ({ signal }) => call(listReleaseTokens, {}, { signal }),
    select: ({ tokens }) => tokens,
    refetchOnMount: 'always',
  })
}

/** The response contains the secret, which is only kept by the dialog that shows it. */
export function useCreateToken() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: { name: string; remote: string; days: number }) =>
      call(createReleaseToken, { body: token }),
    onSettled: () => void client.invalidateQueries({ queryKey: tokensKey }),
    gcTime: 0,
  })
}

export function useRevokeToken() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(revokeReleaseToken, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey }),
  })
}
