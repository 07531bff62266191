import { type Call, isApiError } from '@portal/contract/client'
import {
  type NoteHold,
  type NotesPolicy,
  notesPolicy,
  saveNotesPolicy,
} from '@portal/contract/notes-policy'
import { usePortal } from '@portal/remote-kit/portal'
import { notesPolicyKey, notesPolicyQuery } from '@portal/remote-kit/queries/notes-policy'
import { invalidateShared, setShared } from '@portal/remote-kit/queries/shared-key'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'
import { useState } from 'react'
import { errorMessage, isEditConflict } from '../shared/error-message.ts'
import { useEndRights } from '../shared/rights/admin-rights.ts'

/** Always refetched, because the data is about to be changed. */
export function editedPolicyQuery(call: Call) {
  return queryOptions({ ...notesPolicyQuery(call), refetchOnMount: 'always' })
}

export type PolicyChange = { days: number | undefined; holds: readonly NoteHold[] }

function useSavePolicy() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ days, holds, revision }: PolicyChange & { revision: number | 'new' }) =>
      call(saveNotesPolicy, {
        body: {
          ...(days === undefined ? {} : { days }),
          holds: holds.map(({ quarter, reason }) => ({ ...(quarter && { quarter }), reason })),
        },
        revision,
      }),
    // A response still in flight is older than this change and would undo it on the screen.
    onMutate: () => client.cancelQueries({ queryKey: notesPolicyKey }),
    onSuccess: (saved) => setShared<NotesPolicy>(client, notesPolicyKey, saved),
    onSettled: () => void invalidateShared(client, notesPolicyKey),
  })
}

/** Changes the policy that a dialog was opened with or, after another admin's save, the stored policy. */
export function usePolicyChange(seen: NotesPolicy, onSaved: () => void) {
  const saving = useSavePolicy()
  const endRights = useEndRights()
  const [known, setKnown] = useState(seen)
  const [refused, setRefused] = useState<string>()
  return {
    known,
    /** Whether another admin has saved meanwhile. */
    isOvertaken: known !== seen,
    refused,
    isBusy: saving.isPending,
    async save(change: PolicyChange) {
      if (saving.isPending) return
      setRefused(undefined)
      try {
        await saving.mutateAsync({ ...change, revision: known.revision ?? 'new' })
        onSaved()
      } catch (error) {
        if (endRights(error)) return
        const now = newerPolicyIn(error)
        if (now) setKnown(now)
        else setRefused(errorMessage(error) ?? 'This could not be saved. Please try again.')
      }
    },
  }
}

function newerPolicyIn(error: unknown): NotesPolicy | undefined {
  if (!isApiError(error) || !isEditConflict(error)) return undefined
  return notesPolicy.safeParse(error.current).data
}
