import { Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ToolButton } from '../tool-button.tsx'
import { ModeBar } from './note-bars.tsx'

const nothing = () => undefined

/** Each is a landmark with the same name. */
export const showsOneStory = true

export function Drawing() {
  return (
    <Framed>
      <ModeBar
        sentence="Draw on the pages with a pencil, a finger or the mouse."
        end="Done"
        onEnd={nothing}
      >
        <ToolButton label="Undo" icon={<Undo2 />} onPress={nothing} />
        <ToolButton label="Redo" icon={<Redo2 />} disabled onPress={nothing} />
      </ModeBar>
    </Framed>
  )
}

export function MarkingAnArea() {
  return (
    <Framed>
      <ModeBar
        sentence="Drag a rectangle over what the note is about."
        end="Cancel"
        onEnd={nothing}
      />
    </Framed>
  )
}

export function PlacingByHand() {
  return (
    <Framed>
      <ModeBar
        sentence="Select the words that this note is about."
        quotation="“The saving does not recur.”"
        end="Cancel"
        onEnd={nothing}
      />
    </Framed>
  )
}

function Framed({ children }: { children: ReactNode }) {
  return <div style={{ position: 'relative', blockSize: '10rem' }}>{children}</div>
}
