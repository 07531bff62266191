import { isolated } from '@portal/domain/shown-text'
import type { UploadOutcome } from '@portal/contract/uploads'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { ProgressBar } from '@portal/shared-ui/progress-bar'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Check, Copy, RotateCcw, TriangleAlert, WifiOff, X } from 'lucide-react'
import { CorrectionProposal } from '../shared/corrections/correction-proposal.tsx'
import { useCorrection, useSettledUploads } from '../shared/corrections/correction-queries.ts'
import type { QueuedUpload } from './upload-queue.ts'
import styles from './uploads-panel.module.css'

type UploadRowProps = { upload: QueuedUpload; onRetry: () => void; onCancel: () => void }

/** One file and what happened to it. */
export function UploadRow({ upload, onRetry, onCancel }: UploadRowProps) {
  const { name, folder, size, sent, state } = upload
  const isOpen = state.kind !== 'done'
  const stored = state.kind === 'done' ? state.result.document.id : undefined
  const proposed = useCorrection(stored)
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span>
          <span className={styles.name}>{name}</span>{' '}
          {folder !== '' && <span className={styles.detail}>{folder}</span>}
        </span>
        <UploadStatus upload={upload} />
        {state.kind === 'sending' && (
          <ProgressBar label={name} hideLabel value={size === 0 ? 1 : sent / size} />
        )}
        {proposed && <CorrectionProposal name={name} proposed={proposed} />}
      </div>
      <div className={styles.actions}>
        {state.kind === 'failed' && !state.isFinal && (
          <Button variant="quiet" icon={<RotateCcw />} onClick={onRetry}>
            Try again<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
        {isOpen && (
          <Button
            variant="quiet"
            icon={<X />}
            iconOnly
            aria-label={
              state.kind === 'failed' ? `Remove ${isolated(name)}` : `Cancel ${isolated(name)}`
            }
            onClick={onCancel}
          />
        )}
      </div>
    </li>
  )
}

const words = {
  waiting: 'Waiting',
  sending: 'Uploading',
  storing: 'Storing',
} as const

function UploadStatus({ upload: { state } }: { upload: QueuedUpload }) {
  if (state.kind === 'done') return <Outcome result={state.result} />
  if (state.kind === 'failed') {
    return (
      <span className={styles.fault}>
        <TriangleAlert /> {state.sentence}
      </span>
    )
  }
  if (state.kind === 'lost') {
    return (
      <span className={styles.fault}>
        <TriangleAlert /> The page was reloaded. Drop this file again, and it continues where it
        was.
      </span>
    )
  }
  if (state.kind === 'offline') {
    return (
      <span className={styles.fault}>
        <WifiOff /> Waiting for the server. The upload continues by itself.
      </span>
    )
  }
  return <span className={styles.detail}>{words[state.kind]}</span>
}

function Outcome({ result: { outcome, document } }: { result: UploadOutcome }) {
  const settled = useSettledUploads()[document.id]
  if (settled !== undefined) {
    return (
      <span className={styles.outcome}>
        <Badge kind="good" icon={<Check />}>
          {settled}
        </Badge>
      </span>
    )
  }
  if (outcome === 'same') {
    return (
      <span className={styles.outcome}>
        <Badge icon={<Copy />}>The same as one that is there</Badge>
      </span>
    )
  }
  return (
    <span className={styles.outcome}>
      <Badge kind="good" icon={<Check />}>
        Stored
      </Badge>
      {outcome === 'sameName' && ' Another paper has this name; both are kept.'}
    </span>
  )
}
