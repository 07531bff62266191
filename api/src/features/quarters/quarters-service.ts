import {
  isQuarterly,
  meetingId,
  type MeetingRef,
  quarterOfMeeting,
} from '@portal/domain/meeting-ref'
import type { Publication } from '@portal/contract/quarters'
import type { Person } from '@portal/contract/portal'
import * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import { type Actor, recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import { changedSince, type Restoring } from '../../platform/audit/restoring.ts'
import type {
  DocumentMetadata,
  DocumentStore,
  StoreOperations,
} from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'

import {
  quarterOfSubject,
  quartersCollection,
  quarterSubject,
  type StoredQuarter,
  storedQuarter,
} from './quarter-states-service.ts'

export type QuartersService = {
  get: (person: Person, quarter: MeetingRef) => Promise<Publication>
  /** Publishes a quarter or puts it back in preparation. A quarter that is in this state already stays as it is. */
  set: (
    person: Person,
    quarter: MeetingRef,
    state: Publication['state'],
    revision: number | 'new',
  ) => Promise<Publication>
  /** Calls back after a quarter was published, and after the same request sent again. */
  onPublished: (listener: (person: Person, quarter: MeetingRef) => void) => void
  /** Undoes a publication, or a return to preparation. */
  restoring: Restoring
}

export type QuartersParts = {
  store: DocumentStore
  agendas: {
    /** Refuses a meeting that was never created; a quarter needs no record. */
    mustExist: (transaction: StoreOperations, meeting: MeetingRef) => Promise<void>
  }
  now: () => Date
}
type Known = StoredQuarter & DocumentMetadata

export function createQuartersService({ store, agendas, now }: QuartersParts): QuartersService {
  const listeners = new Set<(person: Person, quarter: MeetingRef) => void>()

  /** Changes a quarter's record: `next` returns it unchanged if it is as requested already. */
  const changeRecord = async (
    person: Person,
    quarter: MeetingRef,
    revision: number | 'new',
    next: (before: StoredQuarter, at: Date) => StoredQuarter,
  ): Promise<Publication> => {
    mustManagePortal(person)
    return store.transaction(async (transaction) => {
      await agendas.mustExist(transaction, quarter)
      const stored = await quartersCollection.in(transaction).get(meetingId(quarter))
      const before = stored ? z.parse(storedQuarter, bodyOf(stored)) : firstState(quarter)
      const at = now()
      const after = next(before, at)
      // A repeated request gets its first result.
      if (isSameBody(before, after)) return shown(quarter, stored)
      await refuseOvertaken(transaction, {
        current: stored,
        revision,
        subject: quarterSubject(quarter),
        shown: (current) => shown(quarter, current),
      })
      return shown(
        quarter,
        await write(transaction, { quarter, found: stored, after, by: person, at }),
      )
    })
  }

  return {
    async get(person, quarter) {
      mustManagePortal(person)
      await agendas.mustExist(store, quarter)
      return shown(quarter, await quartersCollection.in(store).get(meetingId(quarter)))
    },
    async set(person, quarter, state, revision) {
      const set = await changeRecord(person, quarter, revision, (before, at) =>
        inState(state, before, at),
      )
      if (state === 'published') for (const listener of listeners) listener(person, quarter)
      return set
    },
    onPublished: (listener) => void listeners.add(listener),
    async restoring(transaction, person, change) {
      const { id: entry, what, subject, before, after } = change
      const quarter = quarterOfSubject(subject)
      const stored = quarter && (await quartersCollection.in(transaction).get(meetingId(quarter)))
      if (!quarter || !stored || !isSameBody(bodyOf(stored), after ?? {})) throw changedSince()
      const at = now()
      const earlier = before ? z.parse(storedQuarter, before) : firstState(quarter)
      return async () => {
        const undoes = { entry, what }
        await write(transaction, { quarter, found: stored, after: earlier, by: person, at, undoes })
      }
    },
  }
}

/** Of a meeting without a record: other meetings begin in preparation. */
function firstState(meeting: MeetingRef): StoredQuarter {
  return { inPreparation: !isQuarterly(meeting) }
}

function inState(state: Publication['state'], before: StoredQuarter, at: Date): StoredQuarter {
  const inPreparation = state === 'preparation'
  if (before.inPreparation === inPreparation) return before
  return { ...before, inPreparation, ...(inPreparation ? {} : { publishedAt: at.toISOString() }) }
}

type Write = {
  quarter: MeetingRef
  found: Known | undefined
  after: StoredQuarter
  by: Actor
  at: Date
  undoes?: { entry: string; what: string }
}

async function write(
  transaction: StoreOperations,
  { quarter, found, after, by, at, undoes }: Write,
): Promise<Known> {
  const records = quartersCollection.in(transaction)
  const id = meetingId(quarter)
  const written = await records.put(id, after, found)
  await recordChange(transaction, {
    at,
    by,
    what: undoes
      ? 'change undone'
      : after.inPreparation
        ? 'quarter put in preparation'
        : 'quarter published',
    subject: quarterSubject(quarter),
    before: found && bodyOf(found),
    after,
    ...(undoes ? { undoes } : {}),
  })
  return written
}

function shown(meeting: MeetingRef, known: Known | undefined): Publication {
  const { inPreparation, publishedAt, revision }: Partial<Known> = known ?? firstState(meeting)
  return {
    ...(isQuarterly(meeting) ? {} : { meeting: meetingId(meeting) }),
    ...quarterOfMeeting(meeting),
    state: inPreparation ? 'preparation' : 'published',
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(revision === undefined ? {} : { revision }),
  }
}
