import { rawCollection } from '../store/collection.ts'
import type { StoreOperations } from '../store/document-store.ts'
import { AuditBreak, chainedCollections, type ChainedCollection } from './audit-collections.ts'

import { type ChainFields, chainFieldsOf, entryId } from './chain-entry.ts'
import { checkedPosition, checkFollows, entryName } from './check-links.ts'
import { type Anchor, newestAnchor } from './stored-anchor.ts'

/** How many of the newest entries decide which chains are checked, and how many entries of each chain. */
const newest = 200
const ofEach = 50

/**
 * Checks the newest anchor and the last entries of every chain that has recently grown, in a few reads, and throws an
 * `AuditBreak` if something doesn't fit. `verifyAudit` reads everything.
 */
export async function checkAuditTail(
  store: StoreOperations,
): Promise<{ newestAnchor: Anchor | undefined }> {
  const anchor = await newestAnchor(store)
  for (const collection of chainedCollections) {
    const tails = anchor?.tails.filter((tail) => tail.collection === collection) ?? []
    await Promise.all(tails.map((tail) => checkTail(store, tail, anchor!.day)))
    const chains = new Set(
      [...tails, ...(await grown(store, collection))].map(({ chain }) => chain),
    )
    await Promise.all([...chains].map((chain) => checkEnd(store, collection, chain)))
  }
  return { newestAnchor: anchor }
}

async function checkTail(
  store: StoreOperations,
  { collection, chain, seq, hash }: Anchor['tails'][number],
  day: string,
): Promise<void> {
  const id = entryId(chain, seq)
  const entry = await rawCollection(store, collection).get(id)
  if (!entry)
    throw new AuditBreak('cut', id, `Entry ${id} is gone, which the anchor of ${day} names.`)
  if (checkedPosition(entry)?.hash === hash) return
  throw new AuditBreak(
    'rewritten',
    id,
    `${entryName(entry)} has been rewritten since the anchor of ${day}.`,
  )
}

async function grown(
  store: StoreOperations,
  collection: ChainedCollection,
): Promise<ChainFields[]> {
  const { documents } = await rawCollection(store, collection).list({
    orderBy: 'at',
    descending: true,
    limit: newest,
  })
  return documents.flatMap((entry) => chainFieldsOf(entry) ?? [])
}

async function checkEnd(
  store: StoreOperations,
  collection: ChainedCollection,
  chain: string,
): Promise<void> {
  // Ids of the chain begin with `<chain>-`, which sorts before `<chain>.`.
  const range = { from: `${chain}-`, to: `${chain}.` }
  const last = { ...range, orderBy: 'id', descending: true, limit: ofEach }
  const { documents } = await rawCollection(store, collection).list(last)
  let before: ChainFields | undefined
  for (const entry of documents.toReversed()) {
    const fields = checkedPosition(entry)
    if (!fields) throw new AuditBreak('changed', entry.id, `${entryName(entry)} has been changed.`)
    checkFollows(entry, fields, before)
    before = fields
  }
}
