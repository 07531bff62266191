import { clockText } from '@portal/domain/agenda-times'
import { dayText } from '@portal/domain/days'
import type { MeetingSpan } from '@portal/domain/meeting-event'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { Banner } from '@portal/shared-ui/banner'
import { Button } from '@portal/shared-ui/button'
import { CalendarClock } from 'lucide-react'
import type { AgendaDraft } from '../draft/agenda-draft.ts'
import { disagrees, withSpan } from './started-agenda.ts'
import { useCalendarSpan } from './use-agenda-start.ts'

type CalendarDisagreementProps = {
  meeting: MeetingRef | undefined
  draft: AgendaDraft
  /** Shows that a new meeting's date and times come from the calendar. */
  isNew?: boolean
  onChange: (draft: AgendaDraft) => void
}

/** Shows where the calendar has another date or time than the agenda, and offers the calendar's. */
export function CalendarDisagreement(props: CalendarDisagreementProps) {
  const { meeting, draft, isNew = false, onChange } = props
  const span = useCalendarSpan(meeting)
  if (!span) return null
  if (!disagrees(draft, span)) {
    return isNew ? (
      <p>{span.time === undefined ? 'The date is' : 'Date and times are'} the calendar’s.</p>
    ) : null
  }
  return (
    <Banner
      kind="warn"
      icon={<CalendarClock />}
      action={<Button onClick={() => onChange(withSpan(draft, span))}>Use the calendar’s</Button>}
    >
      <p>
        The calendar has this meeting on {spanInWords(span)}. This agenda{' '}
        {draft.date === '' ? 'has no date' : `says ${spanInWords(ownSpan(draft, span))}`}.
      </p>
    </Banner>
  )
}

/** Only what the calendar has too. */
function ownSpan({ date, time, endTime }: AgendaDraft, span: MeetingSpan): MeetingSpan {
  return {
    date,
    ...(span.time === undefined ? {} : { time }),
    ...(span.endTime === undefined ? {} : { endTime }),
  }
}

/** "Thursday 10 December, 10:30 AM – 1:00 PM". */
export function spanInWords({ date, time, endTime }: MeetingSpan): string {
  const times = [time, endTime].filter(Boolean).map((clock) => clockText(clock!))
  return times.length === 0 ? dayText(date) : `${dayText(date)}, ${times.join(' – ')}`
}
