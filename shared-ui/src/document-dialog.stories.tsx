import { useState } from 'react'
import { samplePaper } from '../stories/page.tsx'
import { Button } from './button.tsx'
import { DocumentDialog } from './document-dialog.tsx'

export const showsOneStory = true

export function Large() {
  return <Opened size="large" />
}

export function Full() {
  return <Opened size="full" />
}

function Opened({ size }: { size: 'large' | 'full' }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <DocumentDialog
        open={open}
        onClose={() => setOpen(false)}
        title={samplePaper.name}
        document={samplePaper}
        size={size}
      />
    </>
  )
}
