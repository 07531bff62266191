import type { MeetingRef } from '@portal/domain/meeting-ref'
import { meetingsPaths } from '../meetings-paths.ts'
import type { ShownContent } from './shown-content.ts'

type Choice = {
  /** An item's id. */
  item?: string | undefined
  show?: ShownContent | undefined
  /** The page of the shown paper, from 1. */
  page?: number | undefined
}

/** The meeting's address with the reader's choice. */
export function chosenInMeeting(meeting: MeetingRef, choice: Choice): string {
  const query = Object.entries(choice).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `${meetingsPaths.now(meeting)}?${new URLSearchParams(query)}`
}
