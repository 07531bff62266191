import { undoneEntries } from '@portal/domain/undoable-changes'
import * as z from 'zod/mini'
import { rawCollection } from '../store/collection.ts'
import type { StoreOperations } from '../store/document-store.ts'
import { auditCollection } from './audit-collections.ts'

const body = z.looseObject({})

const recordedChange = z.object({
  at: z.string(),
  by: z.object({ email: z.optional(z.string()) }),
  what: z.string(),
  subject: z.string(),
  before: z.nullable(body),
  after: z.nullable(body),
  deletedRevision: z.optional(z.number()),
  undoes: z.optional(z.object({ entry: z.string(), what: z.string(), of: z.optional(z.string()) })),
})

/** A change as the audit has it: the stored bodies before and after, null if there was none. */
export type RecordedChange = z.infer<typeof recordedChange> & { id: string }

/** The kind of a change, or of what was undone with it, in however many steps. */
export function originalKind({ what, undoes }: RecordedChange): string {
  return undoes?.of ?? undoes?.what ?? what
}

/** A change by the id of its entry; undefined if there is none, or it is no change of a document. */
export async function recordedChangeOf(
  transaction: StoreOperations,
  entry: string,
): Promise<RecordedChange | undefined> {
  const stored = await rawCollection(transaction, auditCollection).get(entry)
  return stored && readable(stored)
}

/** The newest changes of a subject, newest first. */
export async function newestChangesOf(
  transaction: StoreOperations,
  subject: string,
  limit: number,
): Promise<RecordedChange[]> {
  const newest = { where: { subject }, orderBy: 'at', descending: true, limit }
  const { documents } = await rawCollection(transaction, auditCollection).list(newest)
  return documents.flatMap((stored) => readable(stored) ?? [])
}

/** No undo reads more changes: it is refused after a single one, unless that was undone. */
const mostSince = 100

/** The changes of the same subject after this one, newest first; undefined if there are very many. */
export async function changesSince(
  transaction: StoreOperations,
  { id, at, subject }: RecordedChange,
): Promise<RecordedChange[] | undefined> {
  const range = { where: { subject }, orderBy: 'at', descending: true, from: at, limit: mostSince }
  const { documents } = await rawCollection(transaction, auditCollection).list(range)
  const end = documents.findIndex((entry) => entry.id === id)
  return end === -1 ? undefined : documents.slice(0, end).flatMap((entry) => readable(entry) ?? [])
}

/** Whether a change is undone by the changes after it, newest first. */
export function isTakenBack({ id }: RecordedChange, since: readonly RecordedChange[]): boolean {
  return undoneEntries(since).has(id)
}

function readable(stored: Record<string, unknown> & { id: string }): RecordedChange | undefined {
  const { data } = z.safeParse(recordedChange, stored)
  return data && { ...data, id: stored.id }
}
