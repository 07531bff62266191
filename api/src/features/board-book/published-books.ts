import { setTimeout as wait } from 'node:timers/promises'
import type { Person } from '@portal/contract/portal'
import { bodyOfMeeting, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { memberRights } from '../../access.ts'
import { Refusal } from '../../refusal.ts'
import type { Log } from '../../platform/log.ts'
import type { BoardBooksService } from './board-books-service.ts'

type Parts = { books: Pick<BoardBooksService, 'make'>; log: Log }

/**
 * The store reports a change to every process a moment after it was written: until then, there seems to be nothing to
 * read. In ms.
 */
const delays = [0, 250, 1000, 3000]

/** Makes the shared book of a meeting that was just published. Whatever fails, members can still have it made. */
export function createPublishedBooks({ books, log }: Parts) {
  const stopping = new AbortController()
  const { signal } = stopping
  return {
    async make(person: Person, meeting: MeetingRef): Promise<void> {
      for (const delay of delays) {
        try {
          await wait(delay, undefined, { signal, ref: false })
          // Of what everybody in the body sees, regardless of what the admin who published it sees.
          const view = { viewsAs: 'member', viewsAsMemberOf: bodyOfMeeting(meeting) } as const
          await books.make({ ...person, ...memberRights, ...view }, meeting, {
            notes: false,
            changes: false,
          })
          return
        } catch (cause) {
          if (signal.aborted) return
          if (cause instanceof Refusal && cause.code === 'notFound') continue
          const named = { meeting: meetingId(meeting), cause }
          log.warn('the board book of a published meeting could not be started', named)
          return
        }
      }
    },
    stop: () => stopping.abort(),
  }
}
