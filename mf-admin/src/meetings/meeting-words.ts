import type { ListedMeeting } from '@portal/contract/all-meetings'
import { clockText } from '@portal/domain/agenda-times'
import { fullDayText } from '@portal/domain/days'
import type { MeetingStage } from '@portal/domain/meeting-stages'

/** What a stage is called for admins. */
export const stageNames: Readonly<Record<MeetingStage, string>> = {
  planned: 'Planned',
  called: 'Called',
  running: 'Running',
  held: 'Held',
  closed: 'Closed',
  cancelled: 'Cancelled',
}

type Times = Pick<ListedMeeting, 'time' | 'endTime'>

/** "10:30 AM – 1:00 PM"; empty without times. */
export function timesText({ time, endTime }: Times): string {
  return [time, endTime].flatMap((clock) => (clock ? [clockText(clock)] : [])).join(' – ')
}

/** "Thursday, November 12, 2026, 10:30 AM – 1:00 PM"; undefined without a date. */
export function whenText({ date, ...times }: Times & Pick<ListedMeeting, 'date'>) {
  if (date === undefined || date === '') return undefined
  return [fullDayText(date), timesText(times)].filter(Boolean).join(', ')
}
