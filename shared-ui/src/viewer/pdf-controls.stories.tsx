import { type ReactNode, useRef } from 'react'
import { samplePaper } from '../../stories/page.tsx'
import { sampleReading, useSamplePdf } from '../../stories/sample-reading.ts'
import { PdfControls } from './pdf-controls.tsx'

/** Before the document is open there is nothing to control. */
export function Opening() {
  return <Framed>The pages</Framed>
}

export function Open() {
  const pdf = useSamplePdf()
  return pdf ? <Framed reading={sampleReading({}, pdf)}>The pages</Framed> : null
}

type FramedProps = { reading?: ReturnType<typeof sampleReading>; children: ReactNode }

function Framed({ reading, children }: FramedProps) {
  const root = useRef<HTMLDivElement>(null)
  return (
    <div ref={root} style={{ display: 'grid', blockSize: '20rem' }}>
      <PdfControls root={root} document={samplePaper} reading={reading} changes={undefined}>
        <p>{children}</p>
      </PdfControls>
    </div>
  )
}
