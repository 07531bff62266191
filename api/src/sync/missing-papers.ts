import { isDeepStrictEqual } from 'node:util'
import { quarterParams } from '@portal/contract/quarter'
import * as z from 'zod/mini'
import type { StoreOperations } from '../store/document-store.ts'
import type { DriveChange } from './drive.ts'

/** A collection of its own: every instance watches it, and the cursor beside the sync's state is large. */
export const missingPapersCollection = 'sync_removals'
export const missingPapersId = 'list'

const ids = z.array(z.string())

/** Papers whose files the drive no longer has. Nothing here is removed until it stands in `removing`. */
export const missingPapers = z.object({
  /** Neither back in the drive nor removed. */
  ids: z._default(ids, []),
  /** Rises whenever `ids` changes: a confirmation names it. */
  version: z._default(z.number(), 0),
  /** While an admin has to decide; until then no run removes anything. */
  held: z.optional(
    z.object({
      since: z.string(),
      reason: z.enum(['many', 'comingMeeting']),
      /** Of the coming meeting, when removals were last decided. */
      quarters: z.array(quarterParams),
    }),
  ),
  /** To be removed: few enough, or confirmed by an admin. */
  removing: z._default(ids, []),
  /** The version that was confirmed last, so that a confirmation may be sent again. */
  confirmed: z.optional(z.number()),
})
export type MissingPapers = z.infer<typeof missingPapers>

export async function readMissing(store: StoreOperations): Promise<MissingPapers> {
  const found = await store.get(missingPapersCollection, missingPapersId)
  return z.parse(missingPapers, found ?? {})
}

/** Writes the list unless it is as it was. */
export async function writeMissing(
  inside: StoreOperations,
  before: MissingPapers,
  next: MissingPapers,
): Promise<void> {
  const version = isDeepStrictEqual(before.ids, next.ids) ? before.version : before.version + 1
  const body = { ...next, version }
  if (isDeepStrictEqual(body, before)) return
  const current = await inside.get(missingPapersCollection, missingPapersId)
  if (current) {
    await inside.update(missingPapersCollection, missingPapersId, body, current.revision)
  } else await inside.create(missingPapersCollection, missingPapersId, body)
}

/** What the drive says is gone joins the list; what it names again leaves it, even when it was to be removed. */
export function afterChanges(list: MissingPapers, changes: readonly DriveChange[]): MissingPapers {
  const back = new Set(changes.filter(({ file }) => file).map(({ id }) => id))
  const listed = new Set([...list.ids, ...list.removing])
  const gone = changes.filter(({ id, file }) => !file && !listed.has(id)).map(({ id }) => id)
  return {
    ...list,
    ids: [...list.ids.filter((id) => !back.has(id)), ...new Set(gone)],
    removing: list.removing.filter((id) => !back.has(id)),
  }
}
