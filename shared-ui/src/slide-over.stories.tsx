import { useState } from 'react'
import { Button } from './button.tsx'
import { SlideOver } from './slide-over.tsx'

export const showsOneStory = true

export function Short() {
  return <Opened entries={4} />
}

/** The list scrolls under the title. */
export function Many() {
  return <Opened entries={40} />
}

function Opened({ entries }: { entries: number }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open menu</Button>
      <SlideOver open={open} onClose={() => setOpen(false)} title="Menu">
        {Array.from({ length: entries }, (_, index) => `Meeting ${index + 1}`).map((name) => (
          <p key={name}>{name}</p>
        ))}
      </SlideOver>
    </>
  )
}
