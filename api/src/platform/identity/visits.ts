import { AsyncLocalStorage } from 'node:async_hooks'
import * as z from 'zod/mini'
import type { Log } from '../log.ts'
import { defineCollection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { ignoring } from '../../refusal.ts'

/**
 * Collection `visits`, id is the uid: when a person used the portal last, so that they can be shown what has changed
 * since. Only its owner receives it. Times are ISO 8601.
 */
const visitRecord = z.object({
  seenAt: z.string(),
  /** When the visit before the current one ended. */
  previousAt: z.optional(z.string()),
})
type VisitRecord = z.infer<typeof visitRecord>

const visitsCollection = defineCollection('visits', visitRecord)

/** In ms. */
const minute = 60_000
/** Without a request for this long, the next one begins another visit. */
const pause = 120 * minute
/** Times are written this rarely, and a failed write is tried again after this time. */
const precision = 10 * minute

export type Visits = {
  ready: Promise<void>
  /** Notes that a person is using the portal. The request doesn't wait for the write. */
  note: (uid: string) => void
  /** When the person's visit before this one ended, ISO 8601; undefined on the first. */
  previous: (uid: string) => string | undefined
  /** Resolves when nothing is being written. */
  settled: () => Promise<void>
}

export function createVisits(parts: { store: DocumentStore; now: () => Date; log: Log }): Visits {
  const { store, now, log } = parts
  const records = visitsCollection.hot(
    store,
    (id, cause) => log.error('a stored document can’t be read', { id, cause }),
    'last visits',
  )
  /** When this instance last tried to write a person's record, in ms since 1970. */
  const triedAt = new Map<string, number>()
  const writing = new Set<Promise<void>>()
  const inBackground = AsyncLocalStorage.snapshot()

  const write = async (uid: string, time: number): Promise<void> => {
    const record = records.get(uid)
    const seenAt = new Date(time).toISOString()
    const stored = visitsCollection.in(store)
    // Another instance may have written it at the same time.
    if (!record) await stored.create(uid, { seenAt }).catch(ignoring('conflict'))
    else
      await stored
        .update(uid, { ...previousOf(record, time), seenAt }, record.revision)
        .catch(ignoring('stale', 'notFound'))
  }

  return {
    ready: records.ready,
    note(uid) {
      const time = now().getTime()
      const last = Date.parse(records.get(uid)?.seenAt ?? '') || 0
      if (time - Math.max(last, triedAt.get(uid) ?? 0) < precision) return
      triedAt.set(uid, time)
      const written: Promise<void> = inBackground(() => write(uid, time))
        .catch((cause: unknown) => log.warn('a visit can’t be recorded at the moment', { cause }))
        .finally(() => writing.delete(written))
      writing.add(written)
    },
    previous(uid) {
      const record = records.get(uid)
      return record && previousOf(record, now().getTime()).previousAt
    },
    async settled() {
      await Promise.all(writing)
    },
  }
}

/** When the visit before the one at `time` ended. */
function previousOf(
  { seenAt, previousAt }: VisitRecord,
  time: number,
): Pick<VisitRecord, 'previousAt'> {
  if (time - Date.parse(seenAt) > pause) return { previousAt: seenAt }
  return previousAt === undefined ? {} : { previousAt }
}

/** Forgets a person's visits, inside the transaction that deletes their account. */
export async function forgetVisits(transaction: StoreOperations, uid: string): Promise<void> {
  await visitsCollection.in(transaction).delete(uid)
}

/** When a person used the portal last, ISO 8601; undefined if they never did. */
export async function lastVisitOf(
  store: StoreOperations,
  uid: string,
): Promise<string | undefined> {
  return (await visitsCollection.in(store).find(uid))?.seenAt
}
