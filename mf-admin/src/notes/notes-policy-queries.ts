import { type Call, isApiError } from '@portal/contract/client'
import {
  type NoteHold,
  type NotesPolicy,
  notesPolicy,
  saveNotesPolicy,
} from '@portal/contract/notes-policy'
import { notesPolicyKey, notesPolicyQuery } from '@portal/remote-kit/queries/notes-policy'
import { setShared } from '@portal/remote-kit/queries/shared-key'
import { queryOptions, useQueryClient } from '@portal/remote-kit/query'
import { useState } from 'react'
import { errorMessage, isEditConflict } from '../shared/error-message.ts'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { useChange } from '../shared/queries.ts'

/** Always refetched, because the data is about to be changed. */
export function editedPolicyQuery(call: Call) {
  return queryOptions({ ...notesPolicyQuery(call), refetchOnMount: 'always' })
}

export type PolicyChange = { days: number | undefined; holds: readonly NoteHold[] }

function useSavePolicy() {
  const client = useQueryClient()
  return useChange(
    (call, { days, holds, revision }: PolicyChange & { revision: number | 'new' }) =>
      call(saveNotesPolicy, {
        body: {
          ...(days === undefined ? {} : { days }),
          holds: holds.map(({ quarter, reason }) => ({ ...(quarter && { quarter }), reason })),
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
