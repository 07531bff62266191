import { type OwnReply, saveOwnReply } from '@portal/contract/replies'
import type { ReplyAnswer } from '@portal/domain/replies'
import { isApiError } from '../client.ts'
// By their names: remotes share the host’s modules.
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { ownRepliesKey } from '../queries/own-replies.ts'
import { invalidateShared, setShared } from '../queries/shared-key.ts'

export type Choice = { answer: ReplyAnswer; note?: string }

/** A choice that the portal doesn't have yet. It stays while the reader is on other pages. */
const unsavedQuery = (meeting: string) =>
  queryOptions({
    queryKey: ['unsaved-reply', meeting],
    queryFn: (): Choice | null => null,
    enabled: false,
    gcTime: Infinity,
  })

/**
 * Saves the reader's reply to a meeting. A choice is shown at once; one that can't be saved is kept, and sent again when
 * the reader asks for it. `refusal`: why the portal doesn't take it, after which the reader chooses again.
 */
export function useReply({ meeting: { id, date, time, endTime } }: OwnReply) {
  const { call } = usePortal()
  const client = useQueryClient()
  const unsaved = unsavedQuery(id)
  const { data: kept } = useQuery(unsaved)
  const known = () =>
    client.getQueryData<OwnReply[]>(ownRepliesKey)?.find(({ meeting }) => meeting.id === id)
  const { mutate, isPending, error, reset } = useMutation({
    // One after the other, each based on what the one before saved.
    scope: { id: `reply-${id}` },
    mutationFn: (choice: Choice) =>
      call(saveOwnReply, {
        params: { meeting: id },
        body: { ...choice, time: { date, time, endTime } },
        revision: known()?.revision ?? 'new',
      }),
    onMutate: (choice) => void client.setQueryData(unsaved.queryKey, choice),
    onSuccess(saved, choice) {
      if (client.getQueryData(unsaved.queryKey) === choice) {
        client.setQueryData(unsaved.queryKey, null)
      }
      setShared<OwnReply[]>(client, ownRepliesKey, (before) =>
        before?.map((each) => (each.meeting.id === id ? saved : each)),
      )
    },
    onError(refused) {
      if (!isFinal(refused)) return
      client.setQueryData(unsaved.queryKey, null)
      return invalidateShared(client, ownRepliesKey)
    },
  })
  return {
    choose: mutate,
    dismiss: reset,
    isPending,
    kept: kept ?? undefined,
    refusal: error && isFinal(error) ? error.message : undefined,
  }
}

/** Whether sending the same again would be refused again. */
function isFinal(error: unknown): boolean {
  return isApiError(error) && [400, 403, 404, 409, 412, 422].includes(error.status)
}
