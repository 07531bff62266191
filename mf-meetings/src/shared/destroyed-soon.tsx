import { destructionNoticeDays } from '@portal/contract/notes-policy'
import { type Day, dayAfter, shortDayText, todayIn } from '@portal/domain/days'
import { usePortal } from '@portal/remote-kit/portal'
import { Banner } from '@portal/shared-ui/banner'
import { CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted } from '@portal/domain/counted'
import styles from './notes-notices.module.css'

type Dated = { destroyedOn?: Day | undefined }
type DestroyedSoonProps = {
  notes: readonly Dated[]
  action?: ReactNode
  /** What the reader can do about it. */
  children: ReactNode
}

/** The notice of notes that the foundation's policy destroys within a week. Renders nothing without any. */
export function DestroyedSoon({ notes, action, children }: DestroyedSoonProps) {
  const today = todayIn(usePortal().config.foundation.timeZone)
  const days = daysOfDestruction(notes, dayAfter(today, destructionNoticeDays))
  if (days.length === 0) return null
  return (
    <div className={styles.notice} data-print="hide">
      <Banner kind="warn" icon={<CalendarX aria-hidden />} role="status" action={action}>
        {days.map(({ day, count }) => (
          <p key={day}>
            <strong>
              {counted(count, 'note')} of yours will be destroyed on {shortDayText(day, today)}.
            </strong>
          </p>
        ))}
        <p>{children}</p>
      </Banner>
    </div>
  )
}

function daysOfDestruction(notes: readonly Dated[], last: Day): { day: Day; count: number }[] {
  const days = notes.flatMap(({ destroyedOn: day }) =>
    day !== undefined && day <= last ? [day] : [],
  )
  return [...Map.groupBy(days, (day) => day)]
    .map(([day, { length }]) => ({ day, count: length }))
    .toSorted((a, b) => a.day.localeCompare(b.day))
}
