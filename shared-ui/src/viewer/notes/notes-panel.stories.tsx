import { sampleNotes } from './notes-sample.ts'
import type { ShownNotes } from '../shown-notes.ts'
import { NotesPanel } from './notes-panel.tsx'

/** Each has lists of the same name. */
export const showsOneStory = true

export function Notes() {
  return <Panel shown={sampleNotes} current="cash" />
}

export function None() {
  return <Panel shown={{ ...sampleNotes, notes: [] }} />
}

export function Removed() {
  return <Panel shown={sampleNotes} removed="gone" />
}

export function NotSaved() {
  const message = 'Your notes could not be saved. They stay on this device until they are.'
  return <Panel shown={{ ...sampleNotes, saving: { state: 'failed', message } }} />
}

const nothing = () => undefined

type PanelProps = { shown: ShownNotes; current?: string; removed?: string }

function Panel({ shown, current, removed }: PanelProps) {
  return (
    <div style={{ maxInlineSize: '20rem' }}>
      <NotesPanel
        shown={shown}
        current={current}
        removed={removed}
        onMake={nothing}
        onGo={nothing}
        onRemove={nothing}
        onRestore={nothing}
        onPlace={nothing}
        onDismiss={nothing}
      />
    </div>
  )
}
