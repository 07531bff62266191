import { isDeepStrictEqual } from 'node:util'
import { quarterParams } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import type { DriveChange } from './drive.ts'

export const missingPapersId = 'list'

const ids = z.array(z.string())

/** Papers whose files are missing from the drive. Only those in `removing` are removed. */
const missingPapers = z.object({
  /** Missing papers that haven't been removed. */
  ids: z._default(ids, []),
  /** Increases whenever `ids` changes; a confirmation names it. */
  version: z._default(z.number(), 0),
  /** Present while an admin must decide; until then no run removes anything. */
  held: z.optional(
    z.object({
      since: z.string(),
      reason: z.enum(['many', 'comingMeeting']),
      /** Quarters of the upcoming meeting when the list was last evaluated. */
      quarters: z.array(quarterParams),
      /** The ids of other meetings that were still to come then, of which papers are missing. */
      meetings: z.optional(ids),
    }),
  ),
  /** Papers to remove: few enough, or confirmed by an admin. */
  removing: z._default(ids, []),
  /** The last confirmed version, so that a confirmation can be repeated. */
  confirmed: z.optional(z.number()),
})
export type MissingPapers = z.infer<typeof missingPapers>
export type HeldMeetings = NonNullable<MissingPapers['held']>
/** A separate collection, because every instance watches it and the sync cursor is large. */
export const missingPapersCollection = defineCollection('sync_removals', missingPapers)

export async function readMissing(store: StoreOperations): Promise<MissingPapers> {
  const stored = await missingPapersCollection.raw(store).get(missingPapersId)
  return z.parse(missingPapers, stored ?? {})
}

/** Writes the list if it has changed. */
export async function writeMissing(
  transaction: StoreOperations,
  before: MissingPapers,
  next: MissingPapers,
): Promise<void> {
  const version = isDeepStrictEqual(before.ids, next.ids) ? before.version : before.version + 1
  const body = { ...next, version }
  if (isDeepStrictEqual(body, before)) return
  const current = await missingPapersCollection.raw(transaction).get(missingPapersId)
  await missingPapersCollection.in(transaction).put(missingPapersId, body, current)
}

/** Adds files the drive reports as gone and drops those it lists again, even if they were about to be removed. */
export function withChanges(list: MissingPapers, changes: readonly DriveChange[]): MissingPapers {
  const back = new Set(changes.filter(({ file }) => file).map(({ id }) => id))
  const listed = new Set([...list.ids, ...list.removing])
  const gone = changes.filter(({ id, file }) => !file && !listed.has(id)).map(({ id }) => id)
  return {
    ...list,
    ids: [...list.ids.filter((id) => !back.has(id)), ...new Set(gone)],
    removing: list.removing.filter((id) => !back.has(id)),
  }
}
