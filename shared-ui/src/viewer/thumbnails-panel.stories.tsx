import { useState } from 'react'
import { useSamplePdf } from '../../stories/sample-reading.ts'
import { ThumbnailsPanel } from './thumbnails-panel.tsx'

export function Pages() {
  return <Thumbnails rotation={0} />
}

export function Rotated() {
  return <Thumbnails rotation={90} />
}

function Thumbnails({ rotation }: { rotation: number }) {
  const pdf = useSamplePdf()
  const [page, setPage] = useState(2)
  if (!pdf) return null
  return (
    <ThumbnailsPanel
      document={pdf}
      page={page}
      pages={pdf.numPages}
      rotation={rotation}
      onGo={setPage}
    />
  )
}
