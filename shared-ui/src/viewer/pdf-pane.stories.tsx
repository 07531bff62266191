import { useEffect, useState } from 'react'
import { samplePaper, slowPaper } from '../../stories/page.tsx'
import { PdfPane } from './pdf-pane.tsx'
import { type Opening, openSource } from './range-source.ts'
import { sourceUrls, type ViewerDocument } from './viewer-document.ts'

export function Paper() {
  return <Pane document={{ ...samplePaper, name: 'Investment Report' }} />
}

export function Loading() {
  return <Pane document={slowPaper} />
}

const fail = () => undefined

function Pane({ document }: { document: ViewerDocument }) {
  const [opening, setOpening] = useState<Opening>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // The request is what this effect reaches out for, as in the document viewer.
    // oxlint-disable-next-line react/set-state-in-effect
    setOpening({ source: openSource(sourceUrls(document), { signal }), signal })
    return () => controller.abort()
  }, [document])
  return (
    <div style={{ display: 'grid', blockSize: '30rem' }}>
      {opening && (
        <PdfPane document={document} opening={opening} onFailure={fail} onReopen={fail} />
      )}
    </div>
  )
}
