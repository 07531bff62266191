import { EarlierNotesBar } from './earlier-notes-bar.tsx'
import type { EarlierNotes } from './shown-notes.ts'

/** Each is a landmark with the same name. */
export const showsOneStory = true

export function Several() {
  return <Bar />
}

export function One() {
  return <Bar count={1} />
}

export function Busy() {
  return <Bar isBusy />
}

export function Refused() {
  return <Bar refused="This paper can’t have more notes. Remove some of them first." />
}

export function LongText() {
  const paper =
    'Spend-Down Model, Overview and Scenarios for the Years 2026 to 2031, as amended by the Finance Committee (corrected).pdf'
  return <Bar paper={paper} count={124} />
}

function Bar(given: Partial<EarlierNotes>) {
  const earlier = {
    paper: 'Budget Update Q4 2026.pdf',
    count: 3,
    isBusy: false,
    answer: async () => false,
    ...given,
  }
  return <EarlierNotesBar earlier={earlier} onAnswered={() => undefined} />
}
