import type { Agenda } from '@portal/contract/agendas'
import { firstNamedPage } from '@portal/domain/item-papers'
import { SlotContent } from '../shared/slot-content.tsx'
import { ItemHead } from './item-head.tsx'
import { ItemNotes } from './item-notes.tsx'
import type { MeetingClock } from './meeting-clock.ts'
import { MeetingTimes } from './meeting-times.tsx'
import type { ItemContent } from './shown-content.ts'
import styles from './shown-item.module.css'
import type { ItemChoice } from './use-item-choice.ts'

type ShownItemProps = {
  agenda: Agenda
  choice: ItemChoice
  content: ItemContent
  clock: MeetingClock
}

/** One of an item's papers, the reader's notes on them, or what the item is about. */
export function ShownItem({ agenda, choice, content, clock }: ShownItemProps) {
  const item = agenda.items[choice.index]!
  const { papers, shown, paper } = content
  return (
    <div className={styles.item}>
      {shown === 'about' && (
        <>
          <MeetingTimes plan={agenda} state={clock.state} />
          <ItemHead agenda={agenda} index={choice.index} clock={clock} onFollow={choice.follow} />
          {papers.length === 0 && <p className={styles.none}>This item has no papers.</p>}
        </>
      )}
      {shown === 'notes' && <ItemNotes quarter={agenda} item={item.id} papers={papers} />}
      {paper && (
        // Scrolling, pointing or typing in the paper counts as having begun to read it.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          className={styles.paper}
          onPointerDownCapture={choice.begin}
          onKeyDownCapture={choice.begin}
          onWheelCapture={choice.begin}
        >
          <SlotContent
            key={paper.type}
            quarter={agenda}
            material={paper}
            page={firstNamedPage(paper.pages)}
            height="100%"
            flush
          />
        </div>
      )}
    </div>
  )
}
