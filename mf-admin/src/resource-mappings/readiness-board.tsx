import { Card } from '@portal/shared-ui/card'
import { Check, X } from 'lucide-react'
import { isReady, type Readiness } from './readiness.ts'
import { ReadinessBadge, readinessLooks } from './readiness-badge.tsx'
import styles from './readiness-board.module.css'

type BoardSlot = { id: string; name: string; readiness: Readiness }

type ReadinessBoardProps = { title: string; slots: BoardSlot[] }

/** How far each slot is ready, in front of the table that changes it. */
export function ReadinessBoard({ title, slots }: ReadinessBoardProps) {
  const wanted = slots.filter(({ readiness }) => readiness.state !== 'unused')
  const ready = wanted.filter(({ readiness }) => isReady(readiness))
  return (
    <section className={styles.board} aria-label="Readiness">
      <h2 className={styles.title}>
        {title}: {ready.length} of {wanted.length} ready
      </h2>
      <ul className={styles.slots}>
        {slots.map((slot) => (
          <SlotCard key={slot.id} slot={slot} />
        ))}
      </ul>
    </section>
  )
}

function SlotCard({ slot: { id, name, readiness } }: { slot: BoardSlot }) {
  const { state, mapped, active, synced } = readiness
  const { meaning } = readinessLooks[state]
  return (
    <Card as="li" className={styles.slot}>
      <span className={styles.head}>
        <a className={styles.name} href={`#${rowId(id)}`}>
          {name}
        </a>
        <ReadinessBadge state={state} />
      </span>
      {mapped && (
        <span className={styles.facts}>
          <Fact holds={mapped} yes="Mapped" no="Not mapped" />
          <Fact holds={active} yes="Active" no="Inactive" />
          {synced !== undefined && <Fact holds={synced} yes="Synced" no="Not synced" />}
        </span>
      )}
      {meaning && <span className={styles.meaning}>{meaning}</span>}
    </Card>
  )
}

/** Where the board's card leads to: the slot's row in the table. */
export function rowId(mappingId: string): string {
  return `slot-${mappingId}`
}

function Fact({ holds, yes, no }: { holds: boolean; yes: string; no: string }) {
  return (
    <span className={styles.fact}>
      {holds ? <Check /> : <X />}
      {holds ? yes : no}
    </span>
  )
}
