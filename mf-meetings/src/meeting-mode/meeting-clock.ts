import type { CurrentItem, MeetingNow } from '@portal/domain/meeting-now'

/** The state of the meeting at a point in time. */
export type MeetingClock = {
  now: Date
  state: MeetingNow
  /** Undefined while the meeting isn't running. */
  current: CurrentItem | undefined
}
