import type { Agenda } from '@portal/contract/agendas'
import { firstNamedPage } from '@portal/domain/item-papers'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading } from '@portal/remote-kit/queries/reading'
import type { Material } from '../shared/materials-of.ts'
import { SlotContent } from '../shared/slot-content.tsx'
import { ItemHead } from './item-head.tsx'
import { ItemNotes } from './item-notes.tsx'
import type { MeetingClock } from './meeting-clock.ts'
import { MeetingTimes } from './meeting-times.tsx'
import { PaperChoice } from './paper-choice.tsx'
import { type ItemMaterial, materialsOfItem } from './shown-content.ts'
import styles from './shown-item.module.css'
import type { ItemChoice } from './use-item-choice.ts'

type ShownItemProps = {
  agenda: Agenda
  materials: Material[]
  choice: ItemChoice
  clock: MeetingClock
}

/** An item with one of its papers open, or with the reader's notes on them. */
export function ShownItem({ agenda, materials, choice, clock }: ShownItemProps) {
  const { person } = usePortal()
  const item = agenda.items[choice.index]!
  const named = materialsOfItem(item, materials)
  const other = materials.find(({ type }) => type === choice.show && type !== 'agenda')
  const isNamed = named.some(({ type }) => type === other?.type)
  const papers: ItemMaterial[] = other && !isNamed ? [...named, other] : named
  const hasNotes = canKeepReading(person) && papers.some(({ mapping }) => mapping.document)
  const isNotes = hasNotes && choice.show === 'notes'
  const paper = isNotes ? undefined : (papers.find(({ type }) => type === other?.type) ?? papers[0])
  return (
    <div className={styles.item}>
      <MeetingTimes plan={agenda} state={clock.state} />
      <ItemHead agenda={agenda} index={choice.index} clock={clock} onFollow={choice.follow} />
      <PaperChoice
        quarter={agenda}
        item={item.id}
        papers={papers}
        hasNotes={hasNotes}
        shown={isNotes ? 'notes' : paper?.type}
      />
      {isNotes && <ItemNotes quarter={agenda} item={item.id} papers={papers} />}
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
      {!isNotes && !paper && <p className={styles.none}>This item has no papers.</p>}
    </div>
  )
}
