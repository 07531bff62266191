import { counted } from '@portal/domain/counted'
import { StickyNote } from 'lucide-react'
import { Button } from '../button.tsx'
import styles from './earlier-notes-bar.module.css'
import type { EarlierNotes } from './shown-notes.ts'

type EarlierNotesBarProps = {
  earlier: EarlierNotes
  /** Called once the reader has answered, because the bar is removed with its buttons. */
  onAnswered: () => void
}

/** Offers to bring the reader's notes along from the paper that was shown in the same place before. */
export function EarlierNotesBar({ earlier, onAnswered }: EarlierNotesBarProps) {
  const { paper, count, isBusy, refused, answer } = earlier
  const press = async (isBrought: boolean) => {
    if (!isBusy && (await answer(isBrought))) onAnswered()
  }
  return (
    <section className={styles.bar} aria-label="Notes on the earlier paper">
      <p className={styles.sentence} role="status">
        <StickyNote aria-hidden="true" />
        <span>
          You have {counted(count, 'note')} on <b>{paper}</b>, which was shown here before.
        </span>
      </p>
      {refused === undefined ? null : (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
      <div className={styles.tools}>
        <Button variant="quiet" disabled={isBusy} onClick={() => void press(false)}>
          {count === 1 ? 'Leave it there' : 'Leave them there'}
        </Button>
        <Button variant="primary" busy={isBusy} onClick={() => void press(true)}>
          {count === 1 ? 'Bring it along' : 'Bring them along'}
        </Button>
      </div>
    </section>
  )
}
