import { isolated } from '@portal/domain/shown-text'
import type { DirectoryEntry } from '@portal/contract/directory'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { GuardedDialog } from '../shared/dialogs/guarded-dialog.tsx'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import {
  entryFailure,
  type EntryFailure,
  type EntrySave,
  useSaveEntry,
} from './directory-queries.ts'
import { directorySentences, messageTimes } from './directory-sentences.ts'
import styles from './entry-dialog.module.css'
import { EntryFields } from './entry-fields.tsx'
import { EntryNotice } from './entry-notice.tsx'
import { useEntryForm } from './use-entry-form.ts'

type EntryDialogProps = {
  /** The entry to edit; undefined adds one. */
  entry: DirectoryEntry | undefined
  onClose: () => void
}

/** Adds or edits an entry of the directory. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const { toast } = usePortal()
  const save = useSaveEntry()
  const endRights = useEndRights()
  const form = useEntryForm(entry)
  const [failure, setFailure] = useState<EntryFailure>()
  const formId = useId()
  const body = useRef<HTMLFormElement>(null)
  const { base } = form

  const store = async (change: EntrySave) => {
    try {
      const { name } = await save.mutateAsync(change)
      const told = change.base ? directorySentences.saved(name) : directorySentences.added(name)
      toast(told, { kind: 'good', duration: messageTimes.good })
      onClose()
    } catch (error) {
      if (endRights(error)) return
      const failed = entryFailure(
        error,
        change.base ? directorySentences.updateFailed : directorySentences.createFailed,
      )
      toast(directorySentences.saveToast, { kind: 'bad', duration: messageTimes.bad })
      setFailure(failed)
      if (failed.kind === 'refused') form.setProblems(failed.fields)
    }
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending) return
    setFailure(undefined)
    const change = form.submit()
    if (change) {
      if (change.base && !form.unsaved) onClose()
      else void store(change)
    } else {
      requestAnimationFrame(() =>
        body.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(),
      )
    }
  }

  return (
    <GuardedDialog
      title={base ? `Edit ${isolated(base.name)}` : 'Add Entry'}
      unsaved={form.unsaved}
      busy={save.isPending}
      lost="What you entered has not been saved. It is lost if you continue."
      onClose={onClose}
      footer={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending}>
            {base ? 'Save Entry' : 'Add Entry'}
          </Button>
        </>
      }
    >
      <form ref={body} id={formId} className={styles.form} onSubmit={submit} noValidate>
        <EntryNotice
          form={form}
          failure={failure}
          onSettled={() => setFailure(undefined)}
          onClose={onClose}
        />
        <EntryFields form={form} />
      </form>
    </GuardedDialog>
  )
}
