import { isQuarterly, meetingLabel, type MeetingRef } from '@portal/domain/meeting-ref'
import { meetingName } from '@portal/domain/quarter'

/** What headings, files and messages call a meeting: `Q4 2026`. */
export function useMeetingName(meeting: MeetingRef): string {
  return meetingLabel(meeting)
}

/** The title of a meeting whose agenda isn't shown: `Q4 2026 Board Meeting`. */
export function useMeetingTitle(meeting: MeetingRef): string {
  return isQuarterly(meeting) ? meetingName(meeting) : meetingLabel(meeting)
}
