import { dayOf, fullDayText } from '@portal/domain/days'
import type { AuditEntry } from '@portal/contract/audit'
import { undoneEntries } from '@portal/contract/undo'
import { usePortal } from '@portal/remote-kit/portal'
import { useId } from 'react'
import { AuditEntryCard } from './audit-entry.tsx'
import styles from './audit-screen.module.css'

/** The entries, in their order, under the days of the foundation's clocks. */
export function AuditList({ entries }: { entries: AuditEntry[] }) {
  const { timeZone } = usePortal().config.foundation
  const undone = undoneEntries(entries.toSorted((a, b) => b.at.localeCompare(a.at)))
  const days = Map.groupBy(entries, ({ at }) => dayOf(new Date(at), timeZone))
  return [...days].map(([day, ofDay]) => (
    <Day key={day} day={day} entries={ofDay} undone={undone} />
  ))
}

type DayProps = { day: string; entries: AuditEntry[]; undone: ReadonlySet<string> }

function Day({ day, entries, undone }: DayProps) {
  const id = useId()
  return (
    <section className={styles.day} aria-labelledby={id}>
      <h2 id={id} className={styles.dayName}>
        {fullDayText(day)}
      </h2>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <AuditEntryCard key={entry.id} entry={entry} isUndone={undone.has(entry.id)} />
        ))}
      </ol>
    </section>
  )
}
