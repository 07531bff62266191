import ICAL from 'ical.js'
import { replyLimits } from '@portal/domain/replies'
import type { CalendarAnswer } from '../../features/feeds/reply-mailbox.ts'

/** Undefined for what is no answer, such as an invitation that was forwarded. */
export function calendarAnswer(text: string): CalendarAnswer | { fault: string } | undefined {
  try {
    return answerIn(text)
  } catch {
    // The parser's message quotes the text.
    return { fault: 'Its part for calendars is damaged.' }
  }
}

/** Throws for a damaged file. */
function answerIn(text: string): CalendarAnswer | { fault: string } | undefined {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const method = textOf(calendar.getFirstPropertyValue('method')).toUpperCase()
  if (method === 'COUNTER') return { fault: 'It proposes another time.' }
  if (method !== 'REPLY') return undefined
  const event = calendar.getFirstSubcomponent('vevent')
  if (!event) return { fault: 'It has no event.' }
  const attendees = event.getAllProperties('attendee')
  const note = noteOf(event, attendees)
  return {
    uid: textOf(event.getFirstPropertyValue('uid')),
    sequence: Number(event.getFirstPropertyValue('sequence') ?? 0),
    organizer: addressIn(event.getFirstPropertyValue('organizer')),
    attendees: attendees.map((attendee) => ({
      address: addressIn(attendee.getFirstValue()),
      answer: answers[textOf(attendee.getFirstParameter('partstat')).toUpperCase()],
    })),
    ...(note === '' ? {} : { note }),
  }
}

const answers: Readonly<Record<string, 'comes' | 'cannot-come' | 'not-sure'>> = {
  ACCEPTED: 'comes',
  DECLINED: 'cannot-come',
  TENTATIVE: 'not-sure',
}

/** Google has the note as a parameter. */
function noteOf(event: ICAL.Component, attendees: readonly ICAL.Property[]): string {
  const notes = [
    ...event.getAllProperties('comment').map((comment) => textOf(comment.getFirstValue())),
    ...attendees.map((attendee) => textOf(attendee.getFirstParameter('x-response-comment'))),
  ]
  return notes.join('\n').trim().slice(0, replyLimits.note)
}

function addressIn(value: unknown): string {
  return textOf(value)
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
