import { useRef } from 'react'
import { sampleReading } from '../../stories/sample-reading.ts'
import { FindBar } from './find-bar.tsx'
import type { Finding } from './pdf-finder.ts'

/** Each takes the focus when it opens. */
export const showsOneStory = true

export function Idle() {
  return <Bar finding={{ status: 'idle', current: 0, total: 0 }} />
}

export function Searching() {
  return <Bar finding={{ status: 'searching', current: 0, total: 0 }} />
}

export function Found() {
  return <Bar finding={{ status: 'found', current: 3, total: 12 }} />
}

export function NoMatches() {
  return <Bar finding={{ status: 'none', current: 0, total: 0 }} />
}

const reading = sampleReading()

function Bar({ finding }: { finding: Finding }) {
  const input = useRef<HTMLInputElement>(null)
  return <FindBar reading={reading} finding={finding} input={input} onClose={() => undefined} />
}
