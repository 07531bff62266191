import { Download } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { buttonStyle } from './button.tsx'
import styles from './download-link.module.css'
import { downloadUrl } from './viewer/viewer-document.ts'

const sentence = 'Failed to download file'

type DownloadState = {
  /** The specification's sentence when the last try failed. */
  failure: string | undefined
  /** Starts the download; on a link it takes the place of following it. */
  download: (event?: MouseEvent<HTMLAnchorElement>) => void
}

/** Downloads the original, after a look whether it is there: a plain link would fail in silence. */
export function useDownload(id: string, name: string): DownloadState {
  const [failure, setFailure] = useState<string>()
  const download = (event?: MouseEvent<HTMLAnchorElement>) => {
    if (event && (event.metaKey || event.ctrlKey || event.shiftKey)) return
    event?.preventDefault()
    setFailure(undefined)
    const url = downloadUrl(id)
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

/** Download as a button of its own, with its failure beside it. */
export function DownloadLink({
  id,
  name,
  children = 'Download',
}: {
  id: string
  name: string
  children?: ReactNode
}) {
  const { failure, download } = useDownload(id, name)
  return (
    <>
      <a
        className={buttonStyle('secondary')}
        href={downloadUrl(id)}
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
