import type { ReleasePointer } from '@portal/contract/pointers'
import type { ReleaseRecord } from '@portal/contract/publishing'
import { fullDayText } from '@portal/domain/days'
import { Banner } from '@portal/shared-ui/banner'
import { CalendarClock } from 'lucide-react'

type EndingSupportProps = { pointer: ReleasePointer; records: readonly ReleaseRecord[] }

/** What the releases that people run use, and the portal serves for a limited time only. */
export function EndingSupport({ pointer, records }: EndingSupportProps) {
  const running = [pointer.stable, pointer.candidate?.release]
  const ending = records
    .filter(({ release }) => running.includes(release))
    .flatMap(({ release, ending: ends = [] }) => ends.map((end) => ({ release, ...end })))
  if (ending.length === 0) return null
  return (
    <Banner kind="warn" icon={<CalendarClock aria-hidden />}>
      <strong>The team of {pointer.remote} must act.</strong>
      <ul>
        {ending.map(({ release, what, until, action }) => (
          <li key={`${release} ${what}`}>
            {release} uses {what}, which this portal supports until {fullDayText(until)}: {action}.
          </li>
        ))}
      </ul>
    </Banner>
  )
}
