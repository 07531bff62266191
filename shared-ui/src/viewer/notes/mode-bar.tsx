import type { ReactNode } from 'react'
import { Button } from '../../button.tsx'
import styles from './mode-bar.module.css'

type ModeBarProps = {
  /** What to do now. */
  sentence: string
  /** The passage that the sentence is about. */
  quotation?: string | undefined
  /** What ends it: `Done`, or `Cancel` if nothing is kept. */
  end: 'Done' | 'Cancel'
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
