import { ExternalLink } from 'lucide-react'
import { buttonStyle } from '../button.tsx'
import { ErrorPanel } from '../error-panel.tsx'
import { useBackOnline, useOnline } from '../use-online.ts'
import { DownloadLink } from '../download-link.tsx'
import { type LoadFailure, sentenceOf } from './load-failure.ts'
import styles from './panels.module.css'
import { safeLink, type ViewerDocument } from './viewer-document.ts'

type LoadFailurePanelProps = {
  failure: LoadFailure
  document: ViewerDocument
  onRetry: () => void
}

/** A document that can't be shown: why, and the ways on. */
export function LoadFailurePanel({ failure, document, onRetry }: LoadFailurePanelProps) {
  const online = useOnline()
  // What is damaged, or not there, is no better for a connection.
  const mayPass = failure.kind === 'offline' || failure.kind === 'unloadable'
  useBackOnline(() => mayPass && onRetry())
  const preview = safeLink(document.webViewLink)
  const requestId = 'requestId' in failure ? failure.requestId : undefined
  const elsewhere = failure.kind === 'status' || failure.kind === 'broken'
  return (
    <div className={styles.centre}>
      <ErrorPanel sentence="Error Loading Document" requestId={requestId} onRetry={onRetry}>
        <p>{sentenceOf(failure, document.id, online)}</p>
        {elsewhere && preview ? (
          <a className={buttonStyle()} href={preview} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden="true" />
            Try Alternative Viewer
          </a>
        ) : null}
        {elsewhere && !preview ? (
          <>
            <p className={styles.soft}>
              The file itself may still open in the viewer of your own device.
            </p>
            <DownloadLink id={document.id} name={document.name}>
              Try Alternative Viewer
            </DownloadLink>
          </>
        ) : null}
      </ErrorPanel>
    </div>
  )
}
