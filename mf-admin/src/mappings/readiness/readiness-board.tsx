import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { Sync } from '../sync/use-sync.ts'
import { BoardSlotCard } from './board-slot-card.tsx'
import type { SlotActs } from './board-step.tsx'
import { isProblem, isPublished, problemsFirst } from './board-steps.ts'
import { isReady } from './readiness.ts'
import styles from './readiness-board.module.css'
import type { BoardSlot } from './use-readiness.ts'

type ReadinessBoardProps = SlotActs & {
  title: string
  slots: BoardSlot[]
  /** The address of a slot's row: `#slot-…` on the same page, or a path. */
  rowOf: (id: string) => string
  sync: Sync
}

/** How ready the slots are for members: the problems with their next steps; the others are folded. */
export function ReadinessBoard({ title, slots, rowOf, sync, ...acts }: ReadinessBoardProps) {
  const [open, setOpen] = useState(false)
  const foldedId = useId()
  const wanted = slots.filter(({ readiness }) => readiness.state !== 'unused')
  const ready = wanted.filter(({ readiness }) => isReady(readiness))
  const problems = problemsFirst(slots)
  const folded = slots.filter((slot) => !isProblem(slot))
  const cards = (shown: BoardSlot[]) =>
    shown.map((of) => (
      <BoardSlotCard key={of.id} of={of} row={rowOf(of.id)} sync={sync} {...acts} />
    ))
  return (
    <section className={styles.board} aria-label="Readiness">
      <div className={styles.head}>
        <h2>
          {title}: {ready.length} of {wanted.length} ready
        </h2>
        {isPublished(slots) && (
          <Badge kind="good" icon={<Check />}>
            Published
          </Badge>
        )}
        {folded.length > 0 && (
          <Button
            variant="quiet"
            icon={open ? <ChevronUp /> : <ChevronDown />}
            aria-expanded={open}
            aria-controls={open ? foldedId : undefined}
            onClick={() => setOpen(!open)}
          >
            {foldedWords(folded)}
          </Button>
        )}
      </div>
      {problems.length > 0 && <ul className={styles.slots}>{cards(problems)}</ul>}
      {open && (
        <ul id={foldedId} className={styles.slots} aria-label="Ready">
          {cards(folded)}
        </ul>
      )}
    </section>
  )
}

/** `9 ready, 1 changed since mapped, 4 optional`. */
function foldedWords(folded: BoardSlot[]): string {
  const count = (holds: (slot: BoardSlot) => boolean) => folded.filter(holds).length
  const unused = count(({ readiness }) => readiness.state === 'unused')
  const changed = count(({ readiness }) => readiness.state === 'changed')
  return [
    folded.length > unused && `${folded.length - unused} ready`,
    changed > 0 && `${changed} changed since mapped`,
    unused > 0 && `${unused} optional without a document`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}
