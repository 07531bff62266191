import { ExternalLink, File } from 'lucide-react'
import { buttonStyle } from '../button.tsx'
import { DownloadLink } from '../download-link.tsx'
import styles from './panels.module.css'
import { safeLink, typeName, type ViewerDocument } from './viewer-document.ts'

/** Shown for a file that the viewer can't display: its type, and a download. */
export function OtherFilePanel({ document }: { document: ViewerDocument }) {
  const preview = safeLink(document.webViewLink)
  return (
    <div className={styles.centre}>
      <div className={styles.file}>
        <File aria-hidden="true" className={styles.fileIcon} />
        <p className={styles.name}>{document.name}</p>
        <p className={styles.soft}>{typeName(document.mimeType)}</p>
        <p>This kind of file opens in its own program on your device.</p>
        <div className={styles.actions}>
          <DownloadLink {...document} />
          {preview ? (
            <a className={buttonStyle()} href={preview} target="_blank" rel="noopener noreferrer">
              <ExternalLink aria-hidden="true" />
              Open in New Tab
            </a>
          ) : null}
        </div>
      </div>
    </div>
  )
}
