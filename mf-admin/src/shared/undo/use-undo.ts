import { type UndoneChange, undoChanges } from '@portal/contract/undo'
import { slotOf } from '@portal/domain/ids'
import { directoryCopy } from '@portal/remote-kit/directory-copy'
import { type ToastOptions, usePortal } from '@portal/remote-kit/portal'
import { errorMessage } from '../api-errors.ts'
import { notifyMembersScreens } from '../quarter-queries.ts'
import { useChange } from '../queries.ts'
import { useEndRights } from '../rights/admin-rights.ts'

export const undoSentences = {
  done: 'Undone',
  failed: 'Failed to undo the change. Please try again.',
}

/** Undoes changes; everything that is shown is read again, also on the members’ screens. */
export function useUndo() {
  return useChange(
    (call, changes: UndoneChange[]) =>
      call(undoChanges, { body: { changes } }).finally(() => directoryCopy.drop()),
    {
      onSuccess: ({ undone }) => {
        for (const { subject } of undone) notifyMembersScreens(slotOf(subject)?.kind)
      },
      stale: 'everything',
      waits: true,
    },
  )
}

/** Shows that the reader has changed something, with a button that undoes it. */
export function useUndoableToast() {
  const { toast } = usePortal()
  const { mutateAsync } = useUndo()
  const endRights = useEndRights()
  const undo = async (changes: UndoneChange[]) => {
    try {
      await mutateAsync(changes)
      toast(undoSentences.done, { kind: 'good', duration: 3000 })
    } catch (error) {
      if (endRights(error)) return
      toast(errorMessage(error) ?? undoSentences.failed, { kind: 'bad', duration: 5000 })
    }
  }
  return (message: string, changes: UndoneChange[], options: ToastOptions) => {
    if (changes.length === 0) return toast(message, options)
    toast(message, { ...options, action: { label: 'Undo', onSelect: () => void undo(changes) } })
  }
}

/** The change that a save made to a slot; none if the slot was the same before. */
export function savedChange(
  saved: { id: string; revision: number },
  before: { revision: number } | undefined,
): UndoneChange[] {
  return saved.revision === before?.revision
    ? []
    : [{ subject: saved.id, what: 'mapping saved', revision: saved.revision }]
}
