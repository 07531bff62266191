import * as z from 'zod/mini'
import { rawCollection } from '../store/collection.ts'
import type { Stored, StoreOperations } from '../store/document-store.ts'
import { AuditBreak, anchorsCollection, chainedCollections } from './audit-collections.ts'

import { bodyHash } from './chain-entry.ts'

export const storedAnchor = z.object({
  /** In UTC, such as `2026-11-20`; also the anchor's id. */
  day: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The hash of the anchor before it; null in the first one. */
  previous: z.nullable(z.string()),
  /** The last entries of the chains that have grown since the anchor before it. */
  tails: z.array(
    z.object({
      collection: z.enum(chainedCollections),
      chain: z.string(),
      seq: z.number(),
      hash: z.string(),
    }),
  ),
  /** In the first anchor: the entries from before there were chains. */
  unchained: z.optional(z.object({ count: z.number(), hash: z.string() })),
  hash: z.string(),
})

/** A daily record of where every chain ends. */
export type Anchor = z.infer<typeof storedAnchor>
export type Tail = Anchor['tails'][number]

export async function newestAnchor(store: StoreOperations): Promise<Anchor | undefined> {
  const newest = { orderBy: 'id', descending: true, limit: 1 }
  const [stored] = (await rawCollection(store, anchorsCollection).list(newest)).documents
  return stored && asAnchor(stored)
}

/** All anchors, from the oldest on. Throws an `AuditBreak` for a changed or missing one. */
export async function readAnchors(store: StoreOperations): Promise<Anchor[]> {
  const anchors = (await rawCollection(store, anchorsCollection).list()).documents.map(asAnchor)
  anchors.forEach(({ day, previous }, index) => {
    const before = anchors[index - 1]
    if (previous === (before?.hash ?? null)) return
    const since = before ? `between ${before.day} and ${day}` : `before ${day}`
    throw new AuditBreak('missing', day, `An anchor ${since} is missing or has been rewritten.`)
  })
  return anchors
}

function asAnchor(stored: Stored<Record<string, unknown>>): Anchor {
  const { success, data } = z.safeParse(storedAnchor, stored)
  if (success && data.day === stored.id && bodyHash(stored) === data.hash) return data
  throw new AuditBreak('changed', stored.id, `The anchor of ${stored.id} has been changed.`)
}
