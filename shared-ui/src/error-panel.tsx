import { CircleAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './error-panel.module.css'

type ErrorPanelProps = {
  /** The error message from the specification. */
  sentence: string
  /** Empty if the server didn't respond. */
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  /** A retry is in progress. */
  busy?: boolean | undefined
  children?: ReactNode
}

/** Shown in place of one failed part of a page; the rest of the page keeps working. */
export function ErrorPanel({ sentence, requestId, onRetry, busy, children }: ErrorPanelProps) {
  return (
    <div className={styles.panel} role="alert">
      <CircleAlert className={styles.icon} />
      <div className={styles.body}>
        <p className={styles.sentence}>{sentence}</p>
        {children}
        {requestId ? (
          <p className={styles.reference}>
            Reference: <code>{requestId}</code>
          </p>
        ) : null}
        {onRetry === undefined ? null : (
          <Button icon={<RefreshCw />} busy={busy} onClick={onRetry} className={styles.retry}>
            Try Again
          </Button>
        )}
      </div>
    </div>
  )
}
