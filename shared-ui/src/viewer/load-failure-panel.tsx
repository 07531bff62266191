import { ExternalLink } from 'lucide-react'
import { buttonStyle } from '../button.tsx'
import { ErrorPanel } from '../error-panel.tsx'
import { useBackOnline, useOnline } from '../use-online.ts'
import { DownloadLink } from '../download-link.tsx'
import { type LoadFailure, failureMessage } from './load-failure.ts'
import styles from './panels.module.css'
import { safeLink, type ViewerDocument } from './viewer-document.ts'

type LoadFailurePanelProps = {
  failure: LoadFailure
  document: ViewerDocument
  onRetry: () => void
}

/** Shown for a document that can't be displayed: the reason, and what to do. */
export function LoadFailurePanel({ failure, document, onRetry }: LoadFailurePanelProps) {
  const online = useOnline()
  // A missing or damaged document won't load when the connection comes back.
  const mayPass = failure.kind === 'offline' || failure.kind === 'unloadable'
  useBackOnline(() => mayPass && onRetry())
  const preview = safeLink(document.webViewLink)
  const requestId = 'requestId' in failure ? failure.requestId : undefined
  const elsewhere = ['status', 'broken', 'damaged'].includes(failure.kind)
  // A file that is damaged on the server can't be downloaded either.
  const mayDownload = elsewhere && failure.kind !== 'damaged'
  return (
    <div className={styles.centre}>
      <ErrorPanel sentence="Error Loading Document" requestId={requestId} onRetry={onRetry}>
        <p>{failureMessage(failure, document.file ? document.name : document.id, online)}</p>
        {elsewhere && preview ? (
          <a className={buttonStyle()} href={preview} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden="true" />
            Try Alternative Viewer
          </a>
        ) : null}
        {mayDownload && !preview ? (
          <>
            <p className={styles.soft}>
              The file itself may still open in the viewer of your own device.
            </p>
            <DownloadLink {...document}>Try Alternative Viewer</DownloadLink>
          </>
        ) : null}
      </ErrorPanel>
    </div>
  )
}
