import { todayIn } from '@portal/domain/days'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { compareQuarters, currentQuarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useMeetingRecord } from './meeting-name.ts'

/** Whether a meeting's quarter or day is over in the foundation's time zone: its papers are no longer being prepared. */
export function useIsPast(meeting: MeetingRef): boolean {
  const { timeZone } = usePortal().config.foundation
  const { data } = useMeetingRecord(meeting)
  if (isQuarterly(meeting)) return compareQuarters(meeting, currentQuarter(timeZone)) < 0
  const day = data?.date ?? meeting.meeting.slice(0, 10)
  return day < todayIn(timeZone)
}
