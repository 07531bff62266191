import { settledTime } from '../background/settled-time.ts'
import type { Log } from '../log.ts'
import { rawCollection } from '../store/collection.ts'
import type { Stored, StoreOperations, DocumentStore } from '../store/document-store.ts'
import { accessCollection } from './audit-collections.ts'
import { type ChainFields, chainFieldsOf } from './chain-entry.ts'
import { recordChange } from './record-change.ts'

type Entry = Stored<Record<string, unknown>>

/** Entries deleted in one transaction; Firestore takes 500 writes. */
const atOnce = 200

type Parts = { store: DocumentStore; now: () => Date; log: Log; keptFor: number }

/**
 * Deletes the entries of the access log that are older than `keptFor` (ms), from the start of each chain on. The audit
 * records up to which entry, with its hash, so that the rest of the chain can be verified.
 */
export async function expireAccess({ store, now, log, keptFor }: Parts): Promise<number> {
  const settled = await settledTime({ store, now, log })
  const until = new Date(settled.getTime() - keptFor).toISOString()
  let deleted = 0
  for (;;) {
    const old = await oldestOfAChain(store, until)
    if (old.length === 0) return deleted
    await deleteEntries(store, { old, until, now })
    deleted += old.length
  }
}

/** The first entries of a chain that begins with an old one; empty if there is none. */
async function oldestOfAChain(store: StoreOperations, until: string): Promise<Entry[]> {
  const { documents } = await rawCollection(store, accessCollection).list({
    orderBy: 'at',
    to: until,
    limit: 1,
  })
  const chain = documents[0] && chainFieldsOf(documents[0])?.chain
  if (chain === undefined) return []
  const range = { from: `${chain}-`, to: `${chain}.`, orderBy: 'id' }
  const first = (await rawCollection(store, accessCollection).list({ ...range, limit: atOnce }))
    .documents
  const young = first.findIndex(({ at }) => String(at) >= until)
  return young === -1 ? first : first.slice(0, young)
}

async function deleteEntries(
  store: DocumentStore,
  { old, until, now }: { old: Entry[]; until: string; now: () => Date },
): Promise<void> {
  const { chain, seq, hash } = chainFieldsOf(old.at(-1)!) as ChainFields
  await store.transaction(async (transaction) => {
    // Another instance was faster.
    if (!(await rawCollection(transaction, accessCollection).get(old[0]!.id))) return
    await recordChange(transaction, {
      at: now(),
      by: { portal: 'retention' },
      what: 'old sign-ins and downloads deleted',
      subject: 'access',
      after: { entries: old.length, olderThan: until },
      expired: { chain, seq, hash },
    })
    for (const { id } of old) {
      await rawCollection(transaction, accessCollection).delete(id)
    }
  })
}
