import { useRef, useState } from 'react'
import { sampleNotes } from './notes-sample.ts'
import { sampleReading } from '../../../stories/sample-reading.ts'
import { useMemoryNotes } from './use-memory-notes.ts'
import { PaperNotes } from './paper-notes.tsx'

const reading = sampleReading()

/** The list without pages; in a viewer it is next to them. */
export function List() {
  const root = useRef<HTMLDivElement>(null)
  const [isListed, setListed] = useState(true)
  const notes = useMemoryNotes(sampleNotes.notes)
  return (
    <div ref={root} style={{ display: 'flex', position: 'relative', blockSize: '30rem' }}>
      <PaperNotes
        root={root}
        reading={reading}
        notes={notes}
        isListed={isListed}
        onList={setListed}
      />
    </div>
  )
}
