import type { Stored, StoreOperations } from '../store/document-store.ts'
import {
  AuditBreak,
  accessCollection,
  auditCollection,
  chainedCollections,
  type ChainedCollection,
} from './audit-collections.ts'

import { type ChainFields, type ChainLink, entryId, positionOf } from './chain-entry.ts'
import { checkedPosition, checkFollows, missingBefore, entryName } from './check-links.ts'
import { rawCollection } from '../store/collection.ts'
import { type Anchor, readAnchors } from './stored-anchor.ts'
import { unchainedGrace, unchainedDigest } from './unchained-digest.ts'
import * as z from 'zod/mini'

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
  store: StoreOperations,
  { anchor, page = {} }: { anchor?: string | undefined; page?: { limit?: number } } = {},
): Promise<AuditSummary> {
  const anchors = await readAnchors(store)
  if (anchor !== undefined && !anchors.some(({ hash }) => hash === anchor)) {
    throw new AuditBreak(
      'cut',
      anchor,
      `No anchor has the hash ${anchor}: it is gone or rewritten.`,
    )
  }
  const expired = createExpiredLinks()
  const walks = chainedCollections.map((collection) => createWalk(collection, anchors, expired))
  for (const walk of walks) {
    for await (const entries of rawCollection(store, walk.collection).pages(page)) {
      for (const entry of entries) walk.add(entry)
    }
  }
  for (const walk of walks) await walk.end(store)
  const sum = (count: 'entries' | 'chains' | 'unchained') =>
    walks.reduce((total, { counts }) => total + counts[count], 0)
  const newest = anchors.at(-1)
  return {
    entries: sum('entries'),
    chains: sum('chains'),
    unchained: sum('unchained'),
    anchors: anchors.length,
    newestAnchor: newest && { day: newest.day, hash: newest.hash },
  }
}

/** Takes the entries of a collection in the order of their ids, in which those of a chain follow each other. */
function createWalk(collection: ChainedCollection, anchors: Anchor[], expired: ExpiredLinks) {
  const anchored = anchoredLinks(collection, anchors)
  const counts = { entries: 0, chains: 0, unchained: 0 }
  const joins: Joining[] = []
  /** Where entries are missing, to be compared with what has been deleted because of its age. */
  const gaps: Gap[] = []
  const ends = new Map<string, number>()
  const [first] = anchors
  const digest = first && unchainedDigest(first.at)
  const canExpire = collection === accessCollection
  let last: ChainFields | undefined

  const addUnchained = (entry: Entry) => {
    counts.unchained += 1
    const isLate = first && Date.parse(String(entry['at'])) > Date.parse(first.at) + unchainedGrace
    if (collection !== auditCollection || isLate) {
      throw new AuditBreak('inserted', entry.id, `${entryName(entry)} belongs to no chain.`)
    }
    digest?.add(entry)
  }

  return {
    collection,
    counts,
    add(entry: Entry): void {
      counts.entries += 1
      const fields = checkedPosition(entry)
      if (!fields) return addUnchained(entry)
      const before = last?.chain === fields.chain ? last : undefined
      const lastSeq = before?.seq ?? 0
      if (fields.seq === lastSeq + 1) checkFollows(entry, fields, before)
      else if (canExpire) gaps.push({ fields, missing: missingBefore(entry, fields, lastSeq) })
      else throw missingBefore(entry, fields, lastSeq)
      if (!before) counts.chains += 1
      if (fields.joins !== undefined) {
        joins.push({ entry, joins: fields.joins, hash: fields.previous })
      }
      const then = anchored.entries.get(entry.id)
      if (then && then.hash !== fields.hash) throw rewrittenSince(entry, then.day)
      if (collection === auditCollection) expired.note(entry)
      ends.set(fields.chain, fields.seq)
      last = fields
    },
    /** When all collections have been read. */
    async end(store: StoreOperations): Promise<void> {
      const isExpired = (chain: string, seq: number) => canExpire && expired.includes(chain, seq)
      for (const { fields, missing } of gaps) if (!expired.endsBefore(fields)) throw missing
      for (const then of anchored.ends) {
        const end = ends.get(then.chain) ?? 0
        if (end < then.seq && !isExpired(then.chain, then.seq)) throw cutAfter(end, then)
      }
      if (first?.unchained && collection === auditCollection) {
        checkUnchained(first.unchained, digest!.value())
      }
      for (const each of joins) {
        const { chain, seq } = positionOf(each.joins)
        if (!isExpired(chain, seq)) await checkJoin(store, collection, each)
      }
    },
  }
}

type Gap = { fields: ChainFields; missing: AuditBreak }

type Anchored = ChainLink & { chain: string; day: string }

type Joining = { entry: Entry; joins: string; hash: string | null }

/** What the anchors say about the chains of a collection, by entry and by chain. */
function anchoredLinks(collection: ChainedCollection, anchors: Anchor[]) {
  const entries = new Map<string, Anchored>()
  const ends = new Map<string, Anchored>()
  for (const { day, tails } of anchors) {
    for (const { chain, seq, hash } of tails.filter((tail) => tail.collection === collection)) {
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
    `${entryName(entry)}, or one before it in its chain, has been rewritten since the anchor of ${day}.`,
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
  store: StoreOperations,
  collection: ChainedCollection,
  { entry, joins, hash }: Joining,
): Promise<void> {
  const joined = await rawCollection(store, collection).get(joins)
  if (joined?.['hash'] === hash) return
  const kind = joined ? 'rewritten' : 'cut'
  const what = joined ? 'has been rewritten' : 'is gone'
  throw new AuditBreak(kind, joins, `Entry ${joins} ${what}: ${entryName(entry)} followed it.`)
}

const expiredLink = z.object({
  expired: z.object({ chain: z.string(), seq: z.number(), hash: z.string() }),
})

/** Up to where the chains of the access log were deleted because of their age, as the audit records it. */
type ExpiredLinks = {
  /** Reads an entry of the audit. */
  note: (entry: Record<string, unknown>) => void
  /** Whether exactly what was before an entry has been deleted. */
  endsBefore: (fields: ChainFields) => boolean
  /** Whether an entry has been deleted. */
  includes: (chain: string, seq: number) => boolean
}

function createExpiredLinks(): ExpiredLinks {
  const hashes = new Map<string, string>()
  const lasts = new Map<string, number>()
  return {
    note(entry) {
      if (entry['expired'] === undefined) return
      const { success, data } = z.safeParse(expiredLink, entry)
      if (!success) return
      const { chain, seq, hash } = data.expired
      hashes.set(`${chain} ${seq}`, hash)
      lasts.set(chain, Math.max(seq, lasts.get(chain) ?? 0))
    },
    endsBefore: ({ chain, seq, previous }) => hashes.get(`${chain} ${seq - 1}`) === previous,
    includes: (chain, seq) => seq <= (lasts.get(chain) ?? 0),
  }
}
