import { isQuarterly, meetingId, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import * as z from 'zod/mini'
import { type Actor, recordChange } from '../../platform/audit/record-change.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { defineCollection } from '../../platform/store/collection.ts'

/** A loose object, so that an earlier release keeps a newer release's choices while it changes something else. */
export const storedQuarter = z.looseObject({
  inPreparation: z.boolean(),
  /** When it was last published, ISO 8601; absent until then. */
  publishedAt: z.optional(z.string()),
})
export type StoredQuarter = z.infer<typeof storedQuarter>

/**
 * Collection `quarters`, id `2026-Q4`: what is stored once for a quarter, such as its state. A choice for a quarter is one
 * more optional field. A quarter without a record is published.
 */
export const quartersCollection = defineCollection('quarters', storedQuarter)

const prefix = 'quarter-'

/** The subject of a quarter's audit entries; its id is the id of its agenda's. */
export function quarterSubject(meeting: MeetingRef): string {
  return `${prefix}${meetingId(meeting)}`
}

export function quarterOfSubject(subject: string): MeetingRef | undefined {
  return subject.startsWith(prefix) ? meetingOf(subject.slice(prefix.length)) : undefined
}

/** Whether each quarter is in preparation. Without any check of access. */
export type QuarterStatesService = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  isInPreparation: (meeting: MeetingRef) => boolean
  /** When a quarter was published after its preparation, ISO 8601. */
  publishedAt: (meeting: MeetingRef) => string | undefined
  /**
   * For a transaction that puts the first thing into a quarter: undefined if the quarter has a record, else a function
   * that starts it in preparation. Reading and writing are separate because in a transaction every read comes before the
   * first write.
   */
  missing: (
    transaction: StoreOperations,
    meeting: MeetingRef,
    change: { by: Actor; at: Date },
  ) => Promise<(() => Promise<void>) | undefined>
}

export function createQuarterStates(store: DocumentStore): QuarterStatesService {
  const quarters = quartersCollection.hot(store, undefined, 'the states of quarters')
  return {
    ready: quarters.ready,
    version: quarters.version,
    // A quarter without a record is published, unless its record may be the damaged one. Other meetings begin in
    // preparation.
    isInPreparation: (meeting) =>
      quarters.get(meetingId(meeting))?.inPreparation ??
      (!isQuarterly(meeting) || quarters.hasDamage()),
    publishedAt(meeting) {
      const entry = quarters.get(meetingId(meeting))
      return entry?.inPreparation ? undefined : entry?.publishedAt
    },
    async missing(transaction, meeting, { by, at }) {
      const records = quartersCollection.in(transaction)
      if (await records.get(meetingId(meeting))) return undefined
      return async () => {
        const after = { inPreparation: true }
        await records.create(meetingId(meeting), after)
        const subject = quarterSubject(meeting)
        await recordChange(transaction, {
          at,
          by,
          what: 'quarter put in preparation',
          subject,
          after,
        })
      }
    },
  }
}
