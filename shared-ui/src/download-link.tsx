import { Download } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { buttonStyle } from './button.tsx'
import styles from './download-link.module.css'
import { downloadUrl } from './viewer/viewer-document.ts'

const sentence = 'Failed to download file'

type DownloadState = {
  /** The specified message if the last attempt failed. */
  failure: string | undefined
  /** Starts the download; on a link, replaces its default action. */
  download: (event?: MouseEvent<HTMLAnchorElement>) => void
}

/** Downloads the original after checking that it exists, because a plain link would fail silently. */
export function useDownload(id: string, name: string, version?: number): DownloadState {
  const [failure, setFailure] = useState<string>()
  const download = (event?: MouseEvent<HTMLAnchorElement>) => {
    if (event && (event.metaKey || event.ctrlKey || event.shiftKey)) return
    event?.preventDefault()
    setFailure(undefined)
    const url = downloadUrl(id, version)
    fetch(url, { method: 'HEAD' }).then(
      (response) => (response.ok ? follow(url, name) : setFailure(sentence)),
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

/** A download button with its error message. */
export function DownloadLink({
  id,
  name,
  version,
  children = 'Download',
}: {
  id: string
  name: string
  /** An earlier version of the paper. */
  version?: number | undefined
  children?: ReactNode
}) {
  const { failure, download } = useDownload(id, name, version)
  return (
    <>
      <a
        className={buttonStyle('secondary')}
        href={downloadUrl(id, version)}
        download={name}
        onClick={download}
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
