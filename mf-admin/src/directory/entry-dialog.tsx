import { isolated } from '@portal/domain/shown-text'
import type { DirectoryEntry } from '@portal/contract/directory'
import { usePortal } from '@portal/remote-kit/portal'
import { Button } from '@portal/shared-ui/button'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { GuardedDialog } from '../shared/dialogs/guarded-dialog.tsx'
import { useEndRights, useOtherAdmin } from '../shared/rights/admin-rights.ts'
import {
  entryFailure,
  type EntryFailure,
  type EntrySave,
  useSaveEntry,
  useReloadEntry,
} from './directory-queries.ts'
import { directorySentences, messageTimes } from './directory-sentences.ts'
import styles from './entry-dialog.module.css'
import { useEntryForm, type EntryForm, entryDifferences } from './entry-form.ts'
import {
  directoryField,
  directoryFieldNames,
  type DirectoryFieldName,
} from '@portal/domain/directory-fields'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { ImageField } from '../shared/images/image-field.tsx'
import { TextAreaField } from '../shared/text-area-field.tsx'
import { Banner } from '@portal/shared-ui/banner'
import { CircleAlert, FilePlus, RefreshCw, TriangleAlert } from 'lucide-react'
import { useUndoableToast } from '../shared/undo/use-undo.ts'
import { BothVersions } from '../shared/dialogs/both-versions.tsx'

type EntryDialogProps = {
  /** The entry to edit; undefined adds one. */
  entry: DirectoryEntry | undefined
  onClose: () => void
}

/** Adds or edits an entry of the directory. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const { toast } = usePortal()
  const undoableToast = useUndoableToast()
  const save = useSaveEntry()
  const endRights = useEndRights()
  const form = useEntryForm(entry)
  const [failure, setFailure] = useState<EntryFailure>()
  const formId = useId()
  const body = useRef<HTMLFormElement>(null)
  const { base } = form

  const store = async (change: EntrySave) => {
    try {
      const { id, name, revision } = await save.mutateAsync(change)
      const message = change.base ? directorySentences.saved(name) : directorySentences.added(name)
      const isChanged = change.base && revision !== change.base.revision
      const undone = isChanged ? [{ subject: id, what: 'directory entry saved' }] : []
      undoableToast(message, undone, { kind: 'good', duration: messageTimes.good })
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

const isLong = (name: DirectoryFieldName) => directoryField(name).input === 'lines'

/** Short fields are next to each other, long ones below them. */
const [short, long] = [
  directoryFieldNames.filter((name) => !isLong(name)),
  directoryFieldNames.filter(isLong),
]

/** The photo and texts of an entry, by the table of its fields. */
function EntryFields({ form }: { form: EntryForm }) {
  return (
    <>
      <ImageField
        label="Photo"
        noun="photo"
        shape="round"
        draft={form.photo}
        stored={form.base?.photoUrl}
      />
      <div className={styles.pairs}>
        {short.map((name) => (
          <EntryField key={name} name={name} form={form} />
        ))}
      </div>
      {long.map((name) => (
        <EntryField key={name} name={name} form={form} />
      ))}
    </>
  )
}

function EntryField({ name, form }: { name: DirectoryFieldName; form: EntryForm }) {
  const { label, most, input, hint, required, options } = directoryField(name)
  const field = {
    label,
    hint,
    value: form.values[name],
    onChange: form.set(name),
    error: form.problems[name],
  }
  if (options) return <SelectField {...field} options={choices(options)} />
  if (input === 'lines') return <TextAreaField {...field} maxLength={most} rows={4} />
  return (
    <TextField
      {...field}
      type={input}
      maxLength={most}
      autoComplete="off"
      aria-required={required}
    />
  )
}

/** A new entry has none chosen: "Choose board or staff". */
function choices(options: Readonly<Record<string, string>>) {
  const labels = Object.values(options).map((label) => label.toLowerCase())
  return [
    { value: '', label: `Choose ${labels.join(' or ')}` },
    ...Object.entries(options).map(([value, label]) => ({ value, label })),
  ]
}

type EntryNoticeProps = {
  form: EntryForm
  failure: EntryFailure | undefined
  onSettled: () => void
  onClose: () => void
}

/** Why nothing was saved, above the typed text, which stays. */
function EntryNotice({ form, failure, onSettled, onClose }: EntryNoticeProps) {
  const broken = Object.values(form.problems)
  if (failure?.kind === 'stale') {
    return (
      <StaleNotice
        form={form}
        theirs={failure.theirs}
        by={failure.by}
        onSettled={onSettled}
        onClose={onClose}
      />
    )
  }
  if (failure?.kind === 'gone') {
    const anew = () => {
      form.startAnew()
      onSettled()
    }
    return (
      <Banner
        kind="warn"
        icon={<TriangleAlert />}
        role="alert"
        action={
          <Button icon={<FilePlus />} onClick={anew}>
            Make it a new entry
          </Button>
        }
      >
        <strong>{failure.sentence}</strong>: someone has deleted it meanwhile. What you typed is
        still here.
      </Banner>
    )
  }
  const sentence = failure?.sentence ?? (broken.length > 0 ? broken.join(', ') : undefined)
  if (sentence === undefined) return null
  return (
    <Banner kind="bad" icon={<CircleAlert />} role="alert">
      <p>{sentence}</p>
      {failure?.requestId && (
        <p>
          Reference: <code>{failure.requestId}</code>
        </p>
      )}
    </Banner>
  )
}

type StaleNoticeProps = {
  form: EntryForm
  by: string | undefined
  theirs: DirectoryEntry | undefined
  onSettled: () => void
  onClose: () => void
}

/** Reports that someone else has saved first, compares both versions, and lets the reader choose. */
function StaleNotice({ form, theirs, by, onSettled, onClose }: StaleNoticeProps) {
  const otherAdmin = useOtherAdmin()
  const reload = useReloadEntry()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const rows = theirs ? entryDifferences(theirs, form.values) : []

  const settle = async (then: (latest: DirectoryEntry) => void) => {
    const id = theirs?.id ?? form.base?.id
    if (id === undefined || busy) return
    setBusy(true)
    setFailed(undefined)
    try {
      then(await reload(id, theirs))
      onSettled()
    } catch (error) {
      // The notice stays, and so does the typed text.
      setFailed(directorySentences.entryFailed(error instanceof Error ? error.message : ''))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Banner kind="warn" icon={<TriangleAlert />} role="alert">
      <p>
        <strong>{otherAdmin(by)} changed this entry meanwhile.</strong> Yours was not saved, and
        theirs is unchanged.
      </p>
      {theirs && rows.length === 0 && <p>Its texts are the same as yours.</p>}
      {rows.length > 0 && <BothVersions rows={rows} />}
      {failed !== undefined && <p>{failed}</p>}
      <div className={styles.buttons}>
        <Button icon={<RefreshCw />} busy={busy} onClick={() => void settle(form.goOnOver)}>
          Reload and keep mine
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => void settle(onClose)}>
          Use theirs
        </Button>
      </div>
    </Banner>
  )
}
