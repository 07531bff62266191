import type { DirectoryEntry } from '@portal/contract/directory'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { CircleAlert, FilePlus, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { BothVersions } from '../shared/dialogs/both-versions.tsx'
import { type EntryFailure, useReloadEntry } from './directory-queries.ts'
import { directorySentences } from './directory-sentences.ts'
import styles from './entry-dialog.module.css'
import { entryDifferences } from './entry-form.ts'
import type { EntryForm } from './use-entry-form.ts'

type EntryNoticeProps = {
  form: EntryForm
  failure: EntryFailure | undefined
  onSettled: () => void
  onClose: () => void
}

/** Why nothing was saved, above the typed text, which stays. */
export function EntryNotice({ form, failure, onSettled, onClose }: EntryNoticeProps) {
  const broken = Object.values(form.problems)
  if (failure?.kind === 'stale') {
    return (
      <StaleNotice form={form} theirs={failure.theirs} onSettled={onSettled} onClose={onClose} />
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
  theirs: DirectoryEntry | undefined
  onSettled: () => void
  onClose: () => void
}

/** Reports that someone else has saved first, compares both versions, and lets the reader choose. */
function StaleNotice({ form, theirs, onSettled, onClose }: StaleNoticeProps) {
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
        <strong>Someone else changed this entry meanwhile.</strong> Yours was not saved, and theirs
        is unchanged.
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
