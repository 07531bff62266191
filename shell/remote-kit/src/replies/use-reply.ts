import { type OwnReply, replyAnswer, saveOwnReply } from '@portal/contract/replies'
import { isSameTime, type ReplyAnswer } from '@portal/domain/replies'
import * as z from 'zod/mini'
import { isApiError } from '../client.ts'
import { readStored, removeStored, store } from '../device-storage.ts'
// By their names: remotes share the host’s modules.
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { ownRepliesKey } from '../queries/own-replies.ts'
import { invalidateShared, setShared } from '../queries/shared-key.ts'

export type Choice = { answer: ReplyAnswer; note?: string | undefined }

/** With the time that the reader saw. */
const unsavedChoice = z.object({
  choice: z.object({ answer: replyAnswer, note: z.optional(z.string()) }),
  time: z.object({ date: z.string(), time: z.string(), endTime: z.string() }),
})
type Unsaved = z.infer<typeof unsavedChoice>

/** On the device. Signing out removes it. */
const storageKey = (uid: string, meeting: string) => `unsaved-reply.${uid}.${meeting}`

/** A choice that the portal doesn't have yet. It stays while the reader is on other pages, and over a reload. */
const unsavedQuery = (uid: string, meeting: string) =>
  queryOptions({
    queryKey: ['unsaved-reply', uid, meeting],
    queryFn: (): Unsaved | null => null,
    enabled: false,
    initialData: () =>
      z.safeParse(unsavedChoice, readStored('localStorage', storageKey(uid, meeting))).data ?? null,
    gcTime: Infinity,
  })

/**
 * Saves the reader's reply to a meeting. A choice is shown at once; one that can't be saved is kept, and sent again when
 * the reader asks for it. `refusal`: why the portal doesn't take it, after which the reader chooses again.
 */
export function useReply({ meeting: { id, date, time, endTime } }: OwnReply) {
  const { call, person } = usePortal()
  const client = useQueryClient()
  const current = { date, time, endTime }
  const unsaved = unsavedQuery(person.uid, id)
  const { data: kept } = useQuery(unsaved)
  const keep = (value: Unsaved | null) => {
    client.setQueryData(unsaved.queryKey, value)
    const key = storageKey(person.uid, id)
    if (value) store('localStorage', key, value)
    else removeStored('localStorage', key)
  }
  const known = () =>
    client.getQueryData<OwnReply[]>(ownRepliesKey)?.find(({ meeting }) => meeting.id === id)
  const { mutate, isPending, error, reset } = useMutation({
    // One after the other, each based on what the one before saved.
    scope: { id: `reply-${id}` },
    mutationFn: (choice: Choice) =>
      call(saveOwnReply, {
        params: { meeting: id },
        body: { ...choice, time: current },
        revision: known()?.revision ?? 'new',
      }),
    onMutate: (choice) => keep({ choice, time: current }),
    onSuccess(saved, choice) {
      if (client.getQueryData(unsaved.queryKey)?.choice === choice) keep(null)
      setShared<OwnReply[]>(client, ownRepliesKey, (before) =>
        before?.map((each) => (each.meeting.id === id ? saved : each)),
      )
    },
    onError(refused) {
      if (!isFinal(refused)) return
      keep(null)
      return invalidateShared(client, ownRepliesKey)
    },
  })
  return {
    choose: mutate,
    dismiss: reset,
    isPending,
    // A choice for another time isn't sent.
    kept: kept && isSameTime(kept.time, current) ? kept.choice : undefined,
    refusal: error && isFinal(error) ? error.message : undefined,
  }
}

/** Whether sending the same again would be refused again. */
function isFinal(error: unknown): boolean {
  return isApiError(error) && [400, 403, 404, 409, 412, 422].includes(error.status)
}
