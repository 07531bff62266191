import type { CalendarEntry } from './calendar.ts'
import { harmlessText, shownName } from '@portal/domain/shown-text'
import { joinAddress } from './join-address.ts'
import { plainText } from './plain-text.ts'

/** An event's words as its calendar stores them. */
export type EventWords = {
  summary?: string | null | undefined
  location?: string | null | undefined
  /** Text or HTML. */
  description?: string | null | undefined
  url?: string | null | undefined
  /** Video entry points and links of its calendar, best first. */
  conferences: readonly (string | null | undefined)[]
  /** Marked as free: it blocks no time. */
  isFree: boolean
  isPrivate: boolean
}

/** What members see of an event apart from its times: of a private one, that someone is busy. */
export function describedEvent(
  id: string,
  words: EventWords,
  meetingHosts: readonly string[],
): Omit<CalendarEntry, 'start' | 'end'> {
  const free = words.isFree ? { isFree: true } : {}
  if (words.isPrivate) return { id, summary: 'Busy', isPrivate: true, ...free }
  const location = textOf(words.location)
  const description = textOf(words.description && plainText(words.description))
  const address = joinAddress({
    conferences: words.conferences,
    texts: [location, description, words.url],
    hosts: meetingHosts,
  })
  return {
    id,
    summary: textOf(words.summary && shownName(words.summary)) ?? 'Untitled event',
    ...(location === undefined ? {} : { location }),
    ...(description === undefined ? {} : { description }),
    ...(address === undefined ? {} : { join_url: address }),
    ...free,
  }
}

function textOf(text: string | null | undefined): string | undefined {
  const trimmed = harmlessText(text ?? '').trim()
  return trimmed === '' ? undefined : trimmed
}
