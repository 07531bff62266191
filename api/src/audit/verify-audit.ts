import type { Stored, StoreOperations } from '../store/document-store.ts'
import { AuditBreak } from './audit-break.ts'
import { auditCollection, chainedCollections, type ChainedCollection } from './audit-collections.ts'
import { type ChainFields, type ChainLink, entryId } from './chain-entry.ts'
import { checkedPosition, checkFollows, missingBefore, named } from './check-links.ts'
import { readAll } from './read-all.ts'
import { type Anchor, readAnchors } from './stored-anchor.ts'
import { grace, unchainedDigest } from './unchained-digest.ts'

type Entry = Stored<Record<string, unknown>>

export type AuditSummary = {
  entries: number
  chains: number
  /** Entries from before there were chains. */
  unchained: number
  anchors: number
  newestAnchor: { day: string; hash: string } | undefined
}

/**
 * Reads every entry and anchor, a page at a time, and throws an `AuditBreak` for the first that doesn't fit. With the
 * hash of an anchor from the portal's log it also finds a history that was rewritten together with its anchors.
 */
export async function verifyAudit(
  store: Pick<StoreOperations, 'get' | 'list'>,
  { anchor }: { anchor?: string | undefined } = {},
): Promise<AuditSummary> {
  const anchors = await readAnchors(store)
  if (anchor !== undefined && !anchors.some(({ hash }) => hash === anchor)) {
    throw new AuditBreak(
      'cut',
      anchor,
      `No anchor has the hash ${anchor}: it is gone or rewritten.`,
    )
  }
  const summary = { entries: 0, chains: 0, unchained: 0 }
  for (const collection of chainedCollections) {
    const walk = createWalk(collection, anchors)
    // oxlint-disable-next-line no-await-in-loop -- one page at a time is what keeps this small
    for await (const page of readAll(store, collection)) for (const entry of page) walk.add(entry)
    // oxlint-disable-next-line no-await-in-loop
    await walk.end(store)
    summary.entries += walk.counts.entries
    summary.chains += walk.counts.chains
    summary.unchained += walk.counts.unchained
  }
  const newest = anchors.at(-1)
  return {
    ...summary,
    anchors: anchors.length,
    newestAnchor: newest && { day: newest.day, hash: newest.hash },
  }
}

/** Takes the entries of a collection in the order of their ids, in which those of a chain follow each other. */
function createWalk(collection: ChainedCollection, anchors: Anchor[]) {
  const anchored = anchoredLinks(collection, anchors)
  const counts = { entries: 0, chains: 0, unchained: 0 }
  const joins: Joining[] = []
  const ends = new Map<string, number>()
  const [first] = anchors
  const digest = first && unchainedDigest(first.at)
  let last: ChainFields | undefined

  const addUnchained = (entry: Entry) => {
    counts.unchained += 1
    const isLate = first && Date.parse(String(entry['at'])) > Date.parse(first.at) + grace
    if (collection !== auditCollection || isLate) {
      throw new AuditBreak('inserted', entry.id, `${named(entry)} belongs to no chain.`)
    }
    digest?.add(entry)
  }

  return {
    counts,
    add(entry: Entry): void {
      counts.entries += 1
      const fields = checkedPosition(entry)
      if (!fields) return addUnchained(entry)
      const before = last?.chain === fields.chain ? last : undefined
      if (before) checkFollows(entry, fields, before)
      else if (fields.seq !== 1) throw missingBefore(entry, fields, 0)
      if (!before) counts.chains += 1
      if (fields.joins !== undefined)
        joins.push({ entry, joins: fields.joins, hash: fields.previous })
      const then = anchored.entries.get(entry.id)
      if (then && then.hash !== fields.hash) throw rewrittenSince(entry, then.day)
      ends.set(fields.chain, fields.seq)
      last = fields
    },
    async end(store: Pick<StoreOperations, 'get'>): Promise<void> {
      for (const then of anchored.ends) {
        const end = ends.get(then.chain) ?? 0
        if (end < then.seq) throw cutAfter(end, then)
      }
      if (first?.unchained && collection === auditCollection) {
        checkUnchained(first.unchained, digest!.value())
      }
      // oxlint-disable-next-line no-await-in-loop -- a few, one for every start of the portal
      for (const one of joins) await checkJoin(store, collection, one)
    },
  }
}

type Anchored = ChainLink & { chain: string; day: string }
type Joining = { entry: Entry; joins: string; hash: string | null }

/** What the anchors say about the chains of a collection, by entry and by chain. */
function anchoredLinks(collection: ChainedCollection, anchors: Anchor[]) {
  const entries = new Map<string, Anchored>()
  const ends = new Map<string, Anchored>()
  for (const { day, tails } of anchors) {
    for (const { chain, seq, hash } of tails.filter((one) => one.collection === collection)) {
      entries.set(entryId(chain, seq), { chain, seq, hash, day })
      ends.set(chain, { chain, seq, hash, day })
    }
  }
  return { entries, ends: [...ends.values()] }
}

function rewrittenSince(entry: Entry, day: string): AuditBreak {
  return new AuditBreak(
    'rewritten',
    entry.id,
    `${named(entry)}, or one before it in its chain, has been rewritten since the anchor of ${day}.`,
  )
}

function cutAfter(end: number, { chain, seq, day }: Anchored): AuditBreak {
  const left = end === 0 ? 'none of it is left' : `it ends with ${entryId(chain, end)}`
  return new AuditBreak(
    'cut',
    entryId(chain, end + 1),
    `The end of the chain ${chain} is gone: on ${day} it had ${seq} entries, and ${left}.`,
  )
}

type Unchained = { count: number; hash: string }

function checkUnchained(then: Unchained, now: Unchained): void {
  if (then.hash === now.hash) return
  throw new AuditBreak(
    now.count < then.count ? 'missing' : now.count > then.count ? 'inserted' : 'changed',
    'unchained',
    `The entries from before there were chains have been changed: there were ${then.count}, and there are ${now.count}.`,
  )
}

async function checkJoin(
  store: Pick<StoreOperations, 'get'>,
  collection: ChainedCollection,
  { entry, joins, hash }: Joining,
): Promise<void> {
  const joined = await store.get(collection, joins)
  if (joined?.['hash'] === hash) return
  const kind = joined ? 'rewritten' : 'cut'
  const what = joined ? 'has been rewritten' : 'is gone'
  throw new AuditBreak(kind, joins, `Entry ${joins} ${what}: ${named(entry)} followed it.`)
}
