import { isQuarterly, type MeetingRef } from './meeting-ref.ts'

/** The specification's sentences about a quarter's agenda (section 8) that the API and the screens share. */
export function agendaNotCreated(meeting: MeetingRef): string {
  if (!isQuarterly(meeting)) return 'There is no such meeting.'
  return `No agenda has been created for ${meeting.year} Q${meeting.quarter}.`
}

export function agendaNotPublished(meeting: MeetingRef): string {
  if (!isQuarterly(meeting)) return 'The agenda of this meeting is not published yet.'
  return `The agenda for ${meeting.year} Q${meeting.quarter} is not published yet.`
}
