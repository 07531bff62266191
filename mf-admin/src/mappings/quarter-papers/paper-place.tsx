import { mappingId } from '@portal/domain/ids'
import { isMovable, ordersOfMovedPaper } from '@portal/domain/quarter-papers'
import { isolated } from '@portal/domain/shown-text'
import type { MeetingSlot } from '@portal/domain/slot-names'
import { SelectField } from '@portal/shared-ui/field'
import { RefusalBanner } from '../../shared/dialogs/refusal-banner.tsx'
import type { Mappings } from '../../shared/quarter-queries.ts'
import { PlaceButtons, useSlotSaves } from '../own-slots/place-buttons.tsx'
import { labelOf } from '../slots-of-tab.ts'
import styles from './quarter-papers.module.css'

type PaperPlaceProps = {
  slot: MeetingSlot
  /** The quarter's papers that are listed, in their order. */
  papers: readonly MeetingSlot[]
  mappings: Mappings
}

/** Where a paper is in its quarter's list: it moves by one, or to a number. */
export function PaperPlace({ slot, papers, mappings }: PaperPlaceProps) {
  const saving = useSlotSaves('paper')
  if (!isMovable(slot, mappings)) return null
  const movable = papers.filter((paper) => isMovable(paper, mappings))
  const at = movable.findIndex((paper) => paper.materialType === slot.materialType)
  const mapping = mappings[mappingId(slot)]
  const name = isolated(labelOf(slot, mapping))
  const move = (to: number) => {
    const orders = ordersOfMovedPaper(papers, mappings, slot, movable[to]!)
    void saving.act(
      [...orders].map(([id, order]) => ({
        id,
        change: { order },
        revision: mappings[id]?.revision,
      })),
    )
  }
  return (
    <div className={styles.place}>
      <RefusalBanner sentence={saving.refused} />
      <SelectField
        className={styles.number}
        label={`Place of ${name}`}
        value={String(at)}
        onChange={(to) => {
          if (!saving.busy && Number(to) !== at) move(Number(to))
        }}
        options={movable.map((paper, index) => ({
          value: String(index),
          label: `${index + 1} of ${movable.length}`,
        }))}
      />
      <PlaceButtons {...{ name, at }} count={movable.length} busy={saving.busy} onMove={move} />
    </div>
  )
}
