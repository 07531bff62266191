import type { CurrentItem, MeetingNow } from '@portal/domain/meeting-now'

/** Where the meeting is at a moment. */
export type MeetingClock = {
  now: Date
  state: MeetingNow
  /** Undefined while the meeting isn't running. */
  current: CurrentItem | undefined
}
