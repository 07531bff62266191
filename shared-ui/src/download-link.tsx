import { Download } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { buttonStyle } from './button.tsx'
import styles from './download-link.module.css'
import { type DocumentFile, fileUrl } from './viewer/viewer-document.ts'

const sentence = 'Failed to download file'

type DownloadState = {
  /** The specified message if the last attempt failed. */
  failure: string | undefined
  /** Starts the download; on a link, replaces its default action. */
  download: (event?: MouseEvent<HTMLAnchorElement>) => void
}

/** Downloads the original after checking that it exists, because a plain link would fail silently. */
export function useDownload(document: DocumentFile & { name: string }): DownloadState {
  const [failure, setFailure] = useState<string>()
  const download = (event?: MouseEvent<HTMLAnchorElement>) => {
    if (event && (event.metaKey || event.ctrlKey || event.shiftKey)) return
    event?.preventDefault()
    setFailure(undefined)
    const url = fileUrl(document)
    fetch(url, { method: 'HEAD' }).then(
      (response) => (response.ok ? follow(url, document.name) : setFailure(sentence)),
      () => setFailure(sentence),
    )
  }
  return { failure, download }
}

function follow(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

type DownloadLinkProps = {
  id: string
  name: string
  /** An earlier version of the paper. */
  version?: number | undefined
  /** For a file that isn't a document of the portal. */
  file?: DocumentFile['file']
  /** Called when it is pressed. */
  onDownload?: (() => void) | undefined
  children?: ReactNode
}

/** A download button with its error message. */
export function DownloadLink({
  onDownload,
  children = 'Download',
  ...document
}: DownloadLinkProps) {
  const { failure, download } = useDownload(document)
  return (
    <>
      <a
        className={buttonStyle('secondary')}
        href={fileUrl(document)}
        download={document.name}
        onClick={(event) => {
          onDownload?.()
          download(event)
        }}
      >
        <Download aria-hidden="true" />
        {children}
      </a>
      <span role="alert" className={styles.failure}>
        {failure}
      </span>
    </>
  )
}
