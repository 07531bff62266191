import { useState } from 'react'
import { samplePaper } from '../../stories/page.tsx'
import { Button } from '../button.tsx'
import { DocumentViewer } from '../document-viewer.tsx'
import { PaperDialog } from './paper-dialog.tsx'

export const showsOneStory = true

export function WithTools() {
  return <Opened title={samplePaper.name} />
}

export function LongTitle() {
  return <Opened title="Comparison of the operating budget with the results of nine months" />
}

function Opened({ title }: { title: string }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <PaperDialog open={open} onClose={() => setOpen(false)} title={title} size="large">
        <DocumentViewer document={samplePaper} height="100%" flush />
      </PaperDialog>
    </>
  )
}
