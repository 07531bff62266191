import type { ReactNode } from 'react'
import { Button } from '../../button.tsx'
import styles from './note-bars.module.css'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { ToolButton } from '../tool-button.tsx'

type ModeBarProps = {
  /** What to do now. */
  sentence: string
  /** The passage that the sentence is about. */
  quotation?: string | undefined
  /** What ends it: `Done`, `Cancel` if nothing is kept, or `Close`. */
  end: 'Done' | 'Cancel' | 'Close'
  onEnd: () => void
  children?: ReactNode
}

/** A sentence about what the pages do while words are selected or lines are drawn, and its buttons. */
export function ModeBar({ sentence, quotation, end, onEnd, children }: ModeBarProps) {
  return (
    <section className={styles.bar} aria-label="Making a note">
      <p className={styles.sentence} role="status">
        {sentence}
        {quotation === undefined ? null : <span className={styles.quotation}> {quotation}</span>}
      </p>
      <div className={styles.tools}>
        {children}
        <Button variant={end === 'Done' ? 'primary' : 'secondary'} onClick={onEnd}>
          {end}
        </Button>
      </div>
    </section>
  )
}

type NoteStepsProps = { isEmpty: boolean; step: (direction: 1 | -1) => boolean }

/** Buttons for the keys K and J. */
export function NoteSteps({ isEmpty, step }: NoteStepsProps) {
  return (
    <>
      <ToolButton
        label="Previous note"
        keys="K"
        icon={<ChevronUp />}
        disabled={isEmpty}
        onPress={() => step(-1)}
      />
      <ToolButton
        label="Next note"
        keys="J"
        icon={<ChevronDown />}
        disabled={isEmpty}
        onPress={() => step(1)}
      />
    </>
  )
}
