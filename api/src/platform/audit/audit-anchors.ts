import { dayAfter } from '@portal/domain/days'
import type { Log } from '../log.ts'
import { rawCollection } from '../store/collection.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { anchorsCollection, auditCollection, chainedCollections } from './audit-collections.ts'
import { chainFieldsOf, withHash } from './chain-entry.ts'
import { type Anchor, newestAnchor, type Tail } from './stored-anchor.ts'
import { unchainedGrace, unchainedDigest } from './unchained-digest.ts'

export type AuditAnchors = {
  /** Makes today's anchor unless there is one; returns whether it did. */
  ensure: () => Promise<boolean>
}

type Parts = { store: DocumentStore; now: () => Date; log: Log }

/**
 * Records once a day (in UTC) where every chain ends, and logs it, so that a chain cut off later is detected. The first
 * instance of the day does it.
 */
export function createAuditAnchors({ store, now, log }: Parts): AuditAnchors {
  const anchorOf = async (day: string, before: Anchor | undefined) => {
    const at = now().toISOString()
    const tails = await tailsSince(store, before, now())
    const unchained = before ? {} : { unchained: await unchainedBefore(store, at) }
    return withHash({ day, at, previous: before?.hash ?? null, tails, ...unchained })
  }
  return {
    async ensure() {
      const before = await newestAnchor(store)
      const today = now().toISOString().slice(0, 10)
      if (before && !isDue(before, now())) return false
      // Anchors keep their order also after a clock that was ahead.
      const day = before && before.day >= today ? dayAfter(before.day) : today
      const body = await anchorOf(day, before)
      const isFirst = await store.transaction(async (transaction) => {
        if ((await newestAnchor(transaction))?.day !== before?.day) return false
        await rawCollection(transaction, anchorsCollection).create(day, body)
        return true
      })
      if (isFirst) log.info('audit anchor', body)
      return isFirst
    },
  }
}

/** Whether the newest anchor was made on an earlier day, or by a clock that was ahead by more than a day. */
function isDue({ at }: Anchor, now: Date): boolean {
  const isOfEarlierDay = at.slice(0, 10) < now.toISOString().slice(0, 10)
  return isOfEarlierDay || Date.parse(at) - now.getTime() > 86_400_000
}

/** The newest entry of every chain that may have grown since an anchor. */
async function tailsSince(
  store: DocumentStore,
  before: Anchor | undefined,
  now: Date,
): Promise<Tail[]> {
  // After an anchor of a clock that was ahead, entries are older than it.
  const from =
    before && before.at <= now.toISOString()
      ? new Date(Date.parse(before.at) - unchainedGrace).toISOString()
      : undefined
  const query = { orderBy: 'at', ...(from !== undefined && { from }) }
  const tails = new Map<string, Tail>()
  for (const collection of chainedCollections) {
    for await (const page of rawCollection(store, collection).pages(query)) {
      for (const entry of page) {
        const fields = chainFieldsOf(entry)
        if (!fields) continue
        const { chain, seq, hash } = fields
        if (seq > (tails.get(chain)?.seq ?? 0)) tails.set(chain, { collection, chain, seq, hash })
      }
    }
  }
  const isNew = ({ chain, seq }: Tail) =>
    !before?.tails.some((tail) => tail.chain === chain && tail.seq === seq)
  return [...tails.values()].filter(isNew)
}

async function unchainedBefore(store: DocumentStore, at: string) {
  const digest = unchainedDigest(at)
  for await (const page of rawCollection(store, auditCollection).pages()) {
    for (const entry of page) if (!chainFieldsOf(entry)) digest.add(entry)
  }
  return digest.value()
}
