import { counted } from '@portal/domain/counted'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQueryClient } from '@portal/remote-kit/query'
import { Link, useLocation } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ListChecks, X, FileText, FolderOpen } from 'lucide-react'
import { useEffect, useId, useSyncExternalStore, type ChangeEvent, useRef } from 'react'
import { matchPapersId } from '../admin-paths.ts'
import { useComingMeetings } from '../meetings/coming-meetings.ts'
import { focusOnceDrawn } from '../shared/focus-once-drawn.ts'
import { useSettledUploads } from '../shared/corrections/correction-queries.ts'
import { usePreparedQuarter } from '../quarters/prepared-quarter.ts'
import { matchTargets, meetingOfPage } from './match-targets.ts'
import { type PickedFile, filesOfInput } from './picked-files.ts'
import { queueOf } from './upload-queues.ts'
import { UploadRow } from './upload-row.tsx'
import { hasEnded, isRefused, type QueuedUpload } from './upload-queue.ts'
import styles from './uploads-panel.module.css'
import { paperTypesInWords } from '@portal/domain/paper-types'
import { Dialog } from '@portal/shared-ui/dialog'

type UploadsPanelProps = {
  isPicking: boolean
  onClose: () => void
  onPick: (files: PickedFile[]) => void
}

/** What is being uploaded, and one list of what happened. */
export default function UploadsPanel({ isPicking, onClose, onPick }: UploadsPanelProps) {
  const queue = queueOf(usePortal(), useQueryClient())
  const uploads = useSyncExternalStore(queue.subscribe, queue.all)
  const { prepared } = usePreparedQuarter()
  const coming = useComingMeetings()
  const here = meetingOfPage(useLocation().pathname)
  const settled = useSettledUploads()
  const titleId = useId()
  const open = uploads.filter((upload) => !hasEnded(upload))
  useLeaveWarning(uploads.some(isLostByLeaving))
  const isMoving = open.some(({ state }) => !['lost', 'failed'].includes(state.kind))
  const stored = uploads.filter(({ state }) => state.kind === 'done')
  useFocusOnMatching(isMoving, stored.length)

  const pick = <PickPapersDialog open={isPicking} onClose={onClose} onPick={onPick} />
  if (uploads.length === 0) return pick
  const isPaper = ({ state }: QueuedUpload) =>
    state.kind === 'done' && settled[state.result.document.id] === undefined
  const toMatch = stored.filter(isPaper)
  const isCancellable = open.length > 0
  return (
    <>
      {pick}
      <Card as="section" aria-labelledby={titleId} className={styles.panel}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {titleOf(uploads, isMoving)}
          </h2>
          {isCancellable ? (
            <Button variant="quiet" icon={<X />} onClick={queue.cancelAll}>
              Cancel all
            </Button>
          ) : (
            <Button variant="quiet" icon={<X />} onClick={() => queue.clear()}>
              Close the list
            </Button>
          )}
        </div>
        <VisuallyHidden>
          <span role="status">{announcementOf(uploads, isMoving)}</span>
        </VisuallyHidden>
        {(isMoving || toMatch.length > 0) && (
          <p>
            Members don’t see an uploaded paper yet: they see it once a published slot shows it.
          </p>
        )}
        {isMoving && <ProgressBar label="All papers" value={shareOf(uploads)} />}
        {!isMoving &&
          matchTargets(toMatch, { prepared, coming, here }).map(
            ({ name, to, state, uploads: of }) => (
              <Link
                key={to}
                className={buttonStyle('primary')}
                {...{ to, state }}
                // What was refused has been read by now, and would only push the papers down.
                onClick={() => queue.clear((upload) => isRefused(upload) || of.includes(upload))}
              >
                <ListChecks /> Match {counted(of.length, 'paper')} to {isolated(name)}
              </Link>
            ),
          )}
        {/* A list that scrolls is reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className={styles.list} tabIndex={0} aria-labelledby={titleId}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => queue.retry(upload.id)}
              onCancel={() => queue.cancel(upload.id)}
            />
          ))}
        </ul>
      </Card>
    </>
  )
}

/** Only a file that the browser hasn't kept is lost with the page. */
function isLostByLeaving(upload: QueuedUpload): boolean {
  return !upload.isKept && !hasEnded(upload) && upload.state.kind !== 'lost'
}

function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isNeeded])
}

/** Where the papers to match are on the screen, their heading takes the focus once a drop has ended, unless someone is typing. */
function useFocusOnMatching(isMoving: boolean, stored: number): void {
  const wasMoving = useRef(false)
  useEffect(() => {
    const isOver = wasMoving.current && !isMoving
    wasMoving.current = isMoving
    if (!isOver || stored === 0 || document.activeElement?.matches(typedIn)) return
    if (document.getElementById(matchPapersId)) focusOnceDrawn(`#${matchPapersId}`)
  }, [isMoving, stored])
}

const typedIn = 'input:not([type=checkbox], [type=file]), textarea, select, [contenteditable]'

function titleOf(uploads: readonly QueuedUpload[], isMoving: boolean): string {
  const stored = uploads.filter(({ state }) => state.kind === 'done').length
  if (isMoving) return `Uploading papers: ${stored} of ${uploads.length}`
  return stored === uploads.length
    ? `Uploaded ${counted(stored, 'paper')}`
    : `Uploaded ${stored} of ${counted(uploads.length, 'paper')}`
}

/** Announces the start and the end, and each failure immediately. */
function announcementOf(uploads: readonly QueuedUpload[], isMoving: boolean): string {
  const failed = uploads.filter(({ state }) => state.kind === 'failed').length
  const failures = failed === 0 ? '' : ` ${counted(failed, 'paper')} could not be uploaded.`
  const start = isMoving
    ? `Uploading ${counted(uploads.length, 'paper')}.`
    : `${titleOf(uploads, false)}.`
  return `${start}${failures}`
}

function shareOf(uploads: readonly QueuedUpload[]): number {
  const counting = uploads.filter(({ state }) => state.kind !== 'failed')
  const total = counting.reduce((sum, { size }) => sum + size, 0)
  return total === 0 ? 1 : counting.reduce((sum, { sent }) => sum + sent, 0) / total
}

type PickPapersDialogProps = {
  open: boolean
  onClose: () => void
  onPick: (files: PickedFile[]) => void
}

/** Picks files or a folder, for those who don't drag. */
function PickPapersDialog({ open, onClose, onPick }: PickPapersDialogProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picked = filesOfInput(target.files ?? [])
    target.value = ''
    if (picked.length === 0) return
    onPick(picked)
    onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} title="Upload papers" size="small">
      <p>
        The portal takes {paperTypesInWords} of up to 200 MB. You can also drop files or a folder
        anywhere in the admin area.
      </p>
      <div className={styles.pickers}>
        <Button variant="primary" icon={<FileText />} onClick={() => files.current?.click()}>
          Choose files
        </Button>
        {canPickFolders && (
          <Button icon={<FolderOpen />} onClick={() => folder.current?.click()}>
            Choose a folder
          </Button>
        )}
      </div>
      <input ref={files} type="file" multiple hidden aria-label="Files" onChange={pick} />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label="Folder"
        onChange={pick}
        {...{ webkitdirectory: '' }}
      />
    </Dialog>
  )
}

/** Phones pick files only; some of their browsers have the attribute nevertheless. */
const canPickFolders =
  'webkitdirectory' in HTMLInputElement.prototype &&
  !matchMedia('(pointer: coarse) and (hover: none)').matches
