import { Refusal } from '../../refusal.ts'
import type { Log } from '../log.ts'
import type { DocumentStore } from './document-store.ts'

/** The damaged documents that hot collections leave out, so that the portal starts without them. */
export type StoreDamage = {
  /** `what`: what the collection contains, in an admin's words. */
  leaveOut: (place: { collection: string; id: string }, what: string) => void
  /** Undefined while nothing is left out. */
  since: () => Date | undefined
  /** What the collections contain, once each. */
  missing: () => string[]
  count: () => number
}

export function createStoreDamage({ now, log }: { now: () => Date; log: Log }): StoreDamage {
  const missing = new Set<string>()
  let since: Date | undefined
  const places = new Set<string>()
  return {
    leaveOut({ collection, id }, what) {
      const place = `${collection}/${id}`
      // Several features may keep one collection in memory.
      if (places.has(place)) return
      places.add(place)
      // Without its id, which may contain a person's.
      log.error('a damaged document is left out: restore the database from a backup', {
        collection,
      })
      since ??= now()
      missing.add(what)
    },
    since: () => since,
    missing: () => [...missing],
    count: () => places.size,
  }
}

/** For work at the start that reads all documents of a collection: the portal starts without it. */
export function unlessDamaged({ damage }: Pick<DocumentStore, 'damage'>) {
  return (error: unknown): void => {
    if (!damage?.since()) throw error
  }
}

/** Refuses what can't be undone and depends on documents that may be left out. */
export function refuseWhileDamaged({ damage }: Pick<DocumentStore, 'damage'>): void {
  if (!damage?.since()) return
  const detail =
    'The portal’s database is damaged. Until it is restored from a backup, nothing is erased.'
  throw new Refusal('unavailable', detail)
}
