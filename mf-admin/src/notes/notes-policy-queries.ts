import { type Call } from '@portal/remote-kit/client'
import {
  type MeetingHold,
  type NoteHold,
  type NotesPolicy,
  notesPolicy,
  saveNotesPolicy,
} from '@portal/contract/notes-policy'
import { notesPolicyKey, notesPolicyQuery } from '@portal/remote-kit/queries/notes-policy'
import { setShared } from '@portal/remote-kit/queries/shared-key'
import { queryOptions, useQueryClient } from '@portal/remote-kit/query'
import { errorMessage } from '../shared/api-errors.ts'
import { useChange } from '../shared/queries.ts'
import { useRevisedSave, storedIn } from '../shared/use-act.ts'

/** Always refetched, because the data is about to be changed. */
export function editedPolicyQuery(call: Call) {
  return queryOptions({ ...notesPolicyQuery(call), refetchOnMount: 'always' })
}

export type PolicyChange = {
  days: number | undefined
  holds: readonly NoteHold[]
  /** Of meetings that aren't quarterly ones; absent to leave them as they are. */
  meetingHolds?: readonly MeetingHold[] | undefined
}

function useSavePolicy() {
  const client = useQueryClient()
  return useChange(
    (call, { days, holds, meetingHolds, revision }: PolicyChange & { revision: number | 'new' }) =>
      call(saveNotesPolicy, {
        body: {
          ...(days === undefined ? {} : { days }),
          holds: holds.map(({ quarter, reason }) => ({ ...(quarter && { quarter }), reason })),
          ...(meetingHolds && { meetingHolds: [...meetingHolds] }),
        },
        revision,
      }),
    {
      supersedes: notesPolicyKey,
      onSuccess: (saved) => setShared<NotesPolicy>(client, notesPolicyKey, saved),
      staleShared: [notesPolicyKey],
    },
  )
}

/** Changes the policy that a dialog was opened with or, after another admin's save, the stored policy. */
export function usePolicyChange(seen: NotesPolicy, onSaved: () => void) {
  const saving = useRevisedSave(seen, useSavePolicy(), {
    done: onSaved,
    failure: (error) => errorMessage(error) ?? 'This could not be saved. Please try again.',
    newerIn: (error) => storedIn(notesPolicy, error),
  })
  return {
    ...saving,
    save: (change: PolicyChange) =>
      saving.act({ ...change, revision: saving.known.revision ?? 'new' }),
  }
}
