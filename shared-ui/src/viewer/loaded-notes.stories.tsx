import { useRef } from 'react'
import { sampleNotes } from './notes/notes-sample.ts'
import { sampleReading } from '../../stories/sample-reading.ts'
import { LoadedNotes } from './loaded-notes.tsx'

const reading = sampleReading()

export function Listed() {
  const root = useRef<HTMLDivElement>(null)
  return (
    <div ref={root} style={{ display: 'flex', position: 'relative', blockSize: '30rem' }}>
      <LoadedNotes
        root={root}
        reading={reading}
        notes={sampleNotes}
        isListed
        onList={() => undefined}
      />
    </div>
  )
}
