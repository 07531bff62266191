import type { Call } from '../client.ts'
import type { Person } from '@portal/contract/portal'
import { getReading } from '@portal/contract/reading'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

/**
 * Whether the portal may record what a person reads, and show their notes: not for QA accounts and member views, which
 * are read-only, nor while both are closed.
 */
export function canKeepReading(person: Pick<Person, 'isQa' | 'viewsAs' | 'passwordSet'>): boolean {
  return !person.isQa && !person.viewsAs && !hasClosedRecords(person)
}

/** Whether notes and reading are closed, because an admin has set the person's password. */
export function hasClosedRecords({ passwordSet }: Pick<Person, 'passwordSet'>): boolean {
  return passwordSet?.closedUntil !== undefined
}

/** Invalidating it reaches the readings of quarters and papers, too. */
export const readingKey = sharedKey(['reading'])

/**
 * What the reader has read: of every paper, or of a quarter's papers or one paper, with the time left. Private to the
 * reader.
 */
export function readingQuery(call: Call, of?: MeetingRef | { documentId: string }) {
  return queryOptions({
    queryKey: of ? sharedKey(['reading', ...partsOf(of)]) : readingKey,
    queryFn: ({ signal }) => call(getReading, { query: queryOf(of) }, { signal }),
    staleTime: 5_000,
  })
}

function partsOf(of: MeetingRef | { documentId: string }): (string | number)[] {
  if ('documentId' in of) return [of.documentId]
  return isQuarterly(of) ? [of.year, of.quarter] : [of.meeting]
}

function queryOf(of: MeetingRef | { documentId: string } | undefined) {
  if (!of || 'documentId' in of) return { ...of }
  return isQuarterly(of) ? { year: of.year, quarter: of.quarter } : { meeting: of.meeting }
}
