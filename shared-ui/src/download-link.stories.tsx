import { missingPaper, samplePaper } from '../stories/page.tsx'
import { DownloadLink } from './download-link.tsx'

export function Plain() {
  return <DownloadLink id={samplePaper.id} name={samplePaper.name} />
}

/** When it is pressed, it shows that the file is gone. */
export function Failing() {
  return <DownloadLink id={missingPaper.id} name={missingPaper.name} />
}

export function OtherWords() {
  return (
    <DownloadLink id={samplePaper.id} name={samplePaper.name}>
      Download the board book
    </DownloadLink>
  )
}
