import { isolated } from '@portal/domain/shown-text'
import type { DirectoryEntry } from '@portal/contract/directory'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useUndoableToast } from '../shared/undo/use-undo.ts'
import { useEndRights, useOtherAdmin } from '../shared/rights/admin-rights.ts'
import {
  entryFailure,
  type EntryFailure,
  useDeleteEntry,
  useReloadEntry,
} from './directory-queries.ts'
import { directorySentences, messageTimes } from './directory-sentences.ts'
import { entryDifferences, valuesOf } from './entry-form.ts'

type DeleteEntryDialogProps = {
  entry: DirectoryEntry
  onClose: () => void
  onDeleted: () => void
}

export function DeleteEntryDialog({ entry, onClose, onDeleted }: DeleteEntryDialogProps) {
  const { toast } = usePortal()
  const undoableToast = useUndoableToast()
  const remove = useDeleteEntry()
  const reload = useReloadEntry()
  const endRights = useEndRights()
  // The entry to delete: as it was read, and after a refusal as it is stored now.
  const [known, setKnown] = useState(entry)
  const [failure, setFailure] = useState<EntryFailure>()

  const otherAdmin = useOtherAdmin()
  const confirm = async () => {
    if (remove.isPending) return
    setFailure(undefined)
    try {
      await remove.mutateAsync(known)
      const change = { subject: known.id, what: 'directory entry deleted' }
      const options = { kind: 'good', duration: messageTimes.good } as const
      undoableToast(directorySentences.deleted(known.name), [change], options)
      onDeleted()
    } catch (error) {
      if (endRights(error)) return
      const failed = entryFailure(error, directorySentences.deleteFailed)
      toast(directorySentences.deleteToast, { kind: 'bad', duration: messageTimes.bad })
      setFailure(failed)
      if (failed.kind === 'stale') {
        const theirs = await reload(known.id, failed.theirs).catch(() => undefined)
        if (theirs) setKnown(theirs)
      }
    }
  }

  return (
    <ConfirmDialog
      open
      title={`Delete ${isolated(entry.name)}?`}
      verb={`Delete ${isolated(entry.name)}`}
      danger
      busy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {failure?.kind === 'stale' && (
        <Banner kind="warn" icon={<TriangleAlert />} role="alert">
          <p>
            <strong>{otherAdmin(failure.by)} changed this entry meanwhile</strong>, so it was not
            deleted.
            {known !== entry && ' It says now:'}
          </p>
          {known !== entry && (
            <ul>
              {entryDifferences(known, valuesOf(entry)).map(({ field, theirs, yours }) => (
                <li key={field}>
                  {field}: {theirs || '(empty)'} (was: {yours || 'empty'})
                </li>
              ))}
            </ul>
          )}
        </Banner>
      )}
      {failure && failure.kind !== 'stale' && (
        <Banner kind="bad" icon={<CircleAlert />} role="alert">
          {failure.sentence}
        </Banner>
      )}
      <p>
        <strong>{entry.name}</strong> is taken out of the directory for everyone. Whether they can
        sign in doesn’t change.
      </p>
    </ConfirmDialog>
  )
}
