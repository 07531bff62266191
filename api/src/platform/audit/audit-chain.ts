import { randomUUIDv7 } from 'node:crypto'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { chainedCollections, type ChainedCollection } from './audit-collections.ts'
import { chainFieldsOf, entryId, withHash } from './chain-entry.ts'

/** The last entry of each of this instance's chains; `seq` is 0 before the first. */
type Heads = Record<ChainedCollection, Head>

type Head = { chain: string; seq: number; hash: string | null; joins?: string }

/**
 * Numbers and hashes the entries that this instance creates, in the transaction of the change itself. Every instance
 * has chains of its own, so no document is written by all of them; `create` of the next number ensures that no number
 * is used twice. One transaction at a time adds entries, from its first entry to its end.
 */
export function withAuditChain(store: DocumentStore): DocumentStore {
  const lock = createLock()
  let heads: Heads | undefined
  const opening = openHeads(store).then((opened) => void (heads = opened))

  const add = async (
    tx: StoreOperations,
    { collection, body, own }: { collection: ChainedCollection; body: Body; own: Heads },
  ) => {
    const { chain } = own[collection]
    let { seq, hash, joins } = own[collection]
    // After an unknown outcome the store may be ahead of what this process knows.
    for (;;) {
      const written = await tx.get(collection, entryId(chain, seq + 1))
      const fields = written && chainFieldsOf(written)
      if (!fields) break
      ;[seq, hash, joins] = [fields.seq, fields.hash, undefined]
    }
    const link = { chain, seq: seq + 1, previous: hash, ...(joins !== undefined && { joins }) }
    const entry = withHash({ ...body, ...link })
    const created = await tx.create(collection, entryId(chain, link.seq), entry)
    own[collection] = { chain, seq: link.seq, hash: entry.hash }
    return created
  }

  const chained = (tx: StoreOperations, holder: LockHolder, own: () => Heads): StoreOperations => {
    let adding: Promise<unknown> = Promise.resolve()
    return {
      ...tx,
      async create(collection, id, body, revision) {
        if (!isChained(collection)) return tx.create(collection, id, body, revision)
        await holder.acquire()
        const before = adding
        const added = (async () => {
          await before
          return add(tx, { collection, body, own: own() })
        })()
        adding = added.catch(() => undefined)
        return added
      },
    }
  }

  const transaction: DocumentStore['transaction'] = async (work, ...rest) => {
    await opening
    const holder = lock.holder()
    let own: Heads | undefined
    try {
      const result = await store.transaction(
        (tx) => {
          // A retry begins again with what is committed.
          holder.release()
          own = undefined
          return work(chained(tx, holder, () => (own ??= { ...heads! })))
        },
        ...rest,
      )
      if (own) heads = own
      return result
    } finally {
      holder.end()
    }
  }

  return {
    ...store,
    create: (collection, id, body, revision) =>
      isChained(collection)
        ? transaction((tx) => tx.create(collection, id, body))
        : store.create(collection, id, body, revision),
    transaction,
  }
}

type Body = Record<string, unknown>

function isChained(collection: string): collection is ChainedCollection {
  return chainedCollections.some((name) => name === collection)
}

/** A new chain joins the newest entry there is, so that the end of an earlier chain can't be cut off unnoticed. */
async function openHeads(store: StoreOperations): Promise<Heads> {
  const opened = await Promise.all(
    chainedCollections.map(async (name) => [name, await openHead(store, name)] as const),
  )
  return Object.fromEntries(opened) as Heads
}

async function openHead(store: StoreOperations, collection: ChainedCollection): Promise<Head> {
  const head = { chain: randomUUIDv7(), seq: 0, hash: null }
  try {
    const newest = { orderBy: 'at', descending: true, limit: 1 }
    const [joined] = (await store.list(collection, newest)).documents
    const fields = joined && chainFieldsOf(joined)
    return fields ? { ...head, hash: fields.hash, joins: joined.id } : head
  } catch {
    // Entries can be added without it; the chain's own links and the anchors don't depend on it.
    return head
  }
}

/** One holder's place in the queue for the lock. */
type LockHolder = {
  /** Acquires the lock; resolves at once if this holder has it already. */
  acquire: () => Promise<void>
  /** Passes the lock to the next holder; it may be acquired again. */
  release: () => void
  /** Releases the lock permanently. */
  end: () => void
}

/** A lock that is passed on in the order of the requests. */
function createLock(): { holder: () => LockHolder } {
  let last: Promise<void> = Promise.resolve()
  return {
    holder() {
      let hold: PromiseWithResolvers<void> | undefined
      let taking: Promise<void> | undefined
      let hasEnded = false
      const release = () => {
        if (!hold) return
        hold.resolve()
        hold = taking = undefined
      }
      const wait = async () => {
        const before = last
        const mine = Promise.withResolvers<void>()
        last = mine.promise
        await before
        hold = mine
        if (!hasEnded) return
        release()
        throw new Error('This transaction has ended.')
      }
      return {
        acquire: () => (taking ??= wait()),
        release,
        end() {
          hasEnded = true
          release()
        },
      }
    },
  }
}
