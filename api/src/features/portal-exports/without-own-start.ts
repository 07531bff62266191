import * as z from 'zod/mini'
import { chainFieldsOf, entryId, positionOf } from '../../platform/audit/chain-entry.ts'
import type { Stored } from '../../platform/store/document-store.ts'

type Entry = Stored<Record<string, unknown>>

const anchorTails = z.object({ tails: z.array(z.object({ chain: z.string(), seq: z.number() })) })

/**
 * The audit without the entry for the start of this export, so that exports of the same data are equal. The entry stays
 * if something refers to it: the next entry of its chain, a chain that joins it, or an anchor. It also stays if it is the
 * only entry, because an archive without an audit is incomplete.
 */
export async function* withoutOwnStart(
  audit: AsyncIterable<Entry[]>,
  { exportId, anchors }: { exportId: string; anchors: AsyncIterable<Record<string, unknown>> },
): AsyncGenerator<Entry[]> {
  const referred = await anchoredEntries(anchors)
  let held: Entry | undefined
  let isEmpty = true
  for await (const page of audit) {
    const listed: Entry[] = []
    for (const entry of page) {
      const joins = chainFieldsOf(entry)?.joins
      if (joins !== undefined) referred.add(joins)
      if (held && (referred.has(held.id) || entry.id === nextId(held))) {
        listed.push(held)
        held = undefined
      }
      const isOwnStart = entry['what'] === 'export started' && entry['subject'] === exportId
      if (isOwnStart && !referred.has(entry.id)) held = entry
      else listed.push(entry)
    }
    isEmpty &&= listed.length === 0
    yield listed
  }
  if (isEmpty && held) yield [held]
}

function nextId({ id }: Entry): string {
  const { chain, seq } = positionOf(id)
  return entryId(chain, seq + 1)
}

async function anchoredEntries(
  anchors: AsyncIterable<Record<string, unknown>>,
): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const anchor of anchors) {
    const { data } = z.safeParse(anchorTails, anchor)
    for (const { chain, seq } of data?.tails ?? []) ids.add(entryId(chain, seq))
  }
  return ids
}
