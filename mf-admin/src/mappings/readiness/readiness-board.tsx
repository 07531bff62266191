import { Card } from '@portal/shared-ui/card'
import { Check, X } from 'lucide-react'
import { Link } from '@portal/remote-kit/router'
import { isReady } from './readiness.ts'
import { ReadinessBadge, readinessLooks } from './readiness-badge.tsx'
import styles from './readiness-board.module.css'
import type { BoardSlot } from './use-readiness.ts'

type ReadinessBoardProps = {
  title: string
  slots: BoardSlot[]
  /** The address of a slot's row: `#slot-…` on the same page, or a path. */
  rowOf: (id: string) => string
}

/** How ready each slot is for members; each name links to its row. */
export function ReadinessBoard({ title, slots, rowOf }: ReadinessBoardProps) {
  const wanted = slots.filter(({ readiness }) => readiness.state !== 'unused')
  const ready = wanted.filter(({ readiness }) => isReady(readiness))
  return (
    <section className={styles.board} aria-label="Readiness">
      <h2 className={styles.title}>
        {title}: {ready.length} of {wanted.length} ready
      </h2>
      <ul className={styles.slots}>
        {slots.map((slot) => (
          <SlotCard key={slot.id} slot={slot} row={rowOf(slot.id)} />
        ))}
      </ul>
    </section>
  )
}

function SlotCard({ slot, row }: { slot: BoardSlot; row: string }) {
  const { name, shown, readiness } = slot
  const { state, mapped, active, synced, hidesAgenda } = readiness
  const { meaning } = readinessLooks[state]
  return (
    <Card as="li" className={styles.slot}>
      <span className={styles.head}>
        {row.startsWith('#') ? (
          <a className={styles.name} href={row}>
            {name}
          </a>
        ) : (
          <Link className={styles.name} to={row}>
            {name}
          </Link>
        )}
        <ReadinessBadge state={state} />
      </span>
      {shown !== undefined && state !== 'native' && <span className={styles.shown}>{shown}</span>}
      {mapped && (
        <span className={styles.facts}>
          <Fact holds={mapped} yes="Mapped" no="Not mapped" />
          <Fact holds={active} yes="Active" no="Inactive" />
          {synced !== undefined && <Fact holds={synced} yes="Synced" no="Not synced" />}
        </span>
      )}
      {meaning && <span className={styles.meaning}>{meaning}</span>}
      {hidesAgenda && (
        <span className={styles.meaning}>The native agenda is published, not shown</span>
      )}
    </Card>
  )
}

function Fact({ holds, yes, no }: { holds: boolean; yes: string; no: string }) {
  return (
    <span className={styles.fact}>
      {holds ? <Check /> : <X />}
      {holds ? yes : no}
    </span>
  )
}
