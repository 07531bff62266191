import { dayOf, fullDayText } from '@portal/domain/days'
import type { AuditEntry } from '@portal/contract/audit'
import { usePortal } from '@portal/remote-kit/portal'
import { useId } from 'react'
import { AuditEntryCard } from './audit-entry.tsx'
import styles from './audit-screen.module.css'

/** The entries, in their order, under the days of the foundation's clocks. */
export function AuditList({ entries }: { entries: AuditEntry[] }) {
  const { timeZone } = usePortal().config.foundation
  const days = Map.groupBy(entries, ({ at }) => dayOf(new Date(at), timeZone))
  return [...days].map(([day, ofDay]) => <Day key={day} day={day} entries={ofDay} />)
}

function Day({ day, entries }: { day: string; entries: AuditEntry[] }) {
  const id = useId()
  return (
    <section className={styles.day} aria-labelledby={id}>
      <h2 id={id} className={styles.dayName}>
        {fullDayText(day)}
      </h2>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <AuditEntryCard key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  )
}
