import type { Call, CallOptions } from '@portal/remote-kit/client'
import type { CallInput, Endpoint, Reply } from '@portal/contract/endpoint'
import { usePortal } from '@portal/remote-kit/portal'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'

type Key = readonly unknown[]
type SharedKey = Parameters<typeof invalidateShared>[1]

/** The prefix of the lists of uploaded papers. */
export const uploadsKey = ['admin', 'uploads']

/** An endpoint's reply. It is refetched on every visit, because an admin may be about to change it. */
export function adminQuery<E extends Endpoint>(
  call: Call,
  endpoint: E,
  queryKey: Key,
  input = {} as CallInput<E>,
) {
  const request = call as (e: E, input: CallInput<E>, options: CallOptions) => Promise<Reply<E>>
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => request(endpoint, input, { signal }),
    refetchOnMount: 'always',
  })
}

type ChangeOptions<Sent, Stored> = {
  /** The prefix of the keys that are refetched afterwards, even after a failure, because the change may have been saved. */
  stale?: readonly Key[] | 'everything'
  /** The same for keys that the remote-kit owns. */
  staleShared?: readonly SharedKey[]
  /** The change stays pending until those queries are refetched. */
  waits?: boolean
  /** Responses in flight of these queries are dropped: they are older than the change and would undo it on the screen. */
  supersedes?: Key
  onSuccess?: (stored: Stored, sent: Sent) => unknown
  onError?: (error: Error, sent: Sent) => unknown
  mutationKey?: Key
  /** How long the reply is kept once nothing shows it, in ms. */
  gcTime?: number
}

/** A change that an admin makes by one or more calls. */
export function useChange<Sent = void, Stored = unknown>(
  send: (call: Call, sent: Sent) => Promise<Stored>,
  options: ChangeOptions<Sent, Stored> = {},
) {
  const { stale = [], staleShared = [], waits = false, supersedes, ...rest } = options
  const { call } = usePortal()
  const client = useQueryClient()
  const refetch = () =>
    Promise.all([
      ...(stale === 'everything' ? [[]] : stale).map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
      ...staleShared.map((key) => invalidateShared(client, key)),
    ])
  return useMutation({
    mutationFn: (sent: Sent) => send(call, sent),
    ...(supersedes && { onMutate: () => client.cancelQueries({ queryKey: supersedes }) }),
    onSettled: async () => {
      const refetched = refetch()
      if (waits) await refetched
    },
    ...rest,
  })
}
