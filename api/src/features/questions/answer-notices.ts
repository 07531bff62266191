import type { AnswerAudience } from '@portal/domain/question-rules'
import { meetingPath } from '@portal/domain/meeting-ref'
import * as z from 'zod/mini'
import type { NoticeSource } from '../notices/notices-feature.ts'
import type { QuestionPlaces } from './question-places.ts'
import type { StoredQuestion } from './stored-questions.ts'

/** What an event of an answer keeps: ids, and whether it is for its asker alone. */
const answered = z.object({
  kind: z.enum(['item', 'slot']),
  place: z.string(),
  asker: z.string(),
  isPrivate: z.boolean(),
})

export function answeredSubject(
  { item, slot, audience }: StoredQuestion,
  { seenBy, asker }: { seenBy: AnswerAudience; asker: string },
): string {
  return JSON.stringify({
    kind: item === undefined ? 'slot' : 'item',
    place: item ?? slot,
    asker,
    isPrivate: audience === 'private' || seenBy === 'asker',
  })
}

/** Tells who may read the item that a question was answered, and the asker alone of a private answer. No title is in it. */
export function createAnswerNotices(places: QuestionPlaces, portalUrl: string): NoticeSource {
  return {
    eventLines({ person, reader }, meeting, { kind, subject = '' }) {
      if (kind !== 'answered') return []
      const event = parsed(subject)
      if (!event) return []
      const isOwn = event.asker === person
      const place = places.of(meeting).get(event.kind, event.place)
      if (!place.isPublished || !place.mayRead(reader)) return []
      if (event.isPrivate && !isOwn) return []
      return [
        {
          text: isOwn
            ? 'Your question was answered.'
            : 'A question about the meeting was answered.',
          href: `${portalUrl}${meetingPath(meeting)}/agenda`,
          ...(event.isPrivate ? { isPrivate: true } : {}),
        },
      ]
    },
  }
}

function parsed(subject: string): z.infer<typeof answered> | undefined {
  try {
    return z.safeParse(answered, JSON.parse(subject)).data
  } catch {
    return undefined
  }
}
