import type { Call } from '@portal/contract/client'
import {
  createReleaseToken,
  listReleaseTokens,
  revokeReleaseToken,
} from '@portal/contract/release-tokens'
import { queryOptions } from '@portal/remote-kit/query'
import { adminQuery, useChange } from '../shared/queries.ts'

const tokensKey = ['admin', 'release tokens']

export function tokensQuery(call: Call) {
  return queryOptions({
    ...adminQuery(call, listReleaseTokens, tokensKey),
    select: ({ tokens }) => tokens,
  })
}

/** The response contains the secret, which is only kept by the dialog that shows it. */
export function useCreateToken() {
  return useChange(
    (call, token: { name: string; remote: string; days: number }) =>
      call(createReleaseToken, { body: token }),
    { stale: [tokensKey], gcTime: 0 },
  )
}

export function useRevokeToken() {
  return useChange((call, id: string) => call(revokeReleaseToken, { params: { id } }), {
    stale: [tokensKey],
    waits: true,
  })
}
