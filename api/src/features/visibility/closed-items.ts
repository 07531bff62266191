import type { Audience } from '@portal/domain/may-read'
import { closedSession } from '@portal/domain/who-may-read'
import * as z from 'zod/mini'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import { type Actor, recordChange } from '../../platform/audit/record-change.ts'
import type {
  DocumentMetadata,
  DocumentStore,
  StoreOperations,
} from '../../platform/store/document-store.ts'

/** An audience as any release has stored it. The rule refuses one that it doesn't know. */
const storedAudience = z.object({
  who: z.string(),
  named: z.optional(z.array(z.string())),
  except: z.optional(z.array(z.string())),
})

/**
 * A restricted item of an agenda: its title, text, papers and audience. The agenda has a placeholder with its id, its
 * time and, as `closed`, the id of this record. A record without an item is of a paper's place.
 */
const storedClosedItem = z.looseObject({
  /** The id of the meeting, as it was when the item was last saved. */
  agenda: z.string(),
  item: z.optional(z.looseObject({})),
  /** The slot of a quarter, or the key of a listed paper, that has an audience of its own. */
  slot: z.optional(z.string()),
  audience: storedAudience,
  toOthers: z.optional(z.enum(['time', 'nothing'])),
  /** Slots that this record no longer closes, until they are stored where they were. */
  released: z.optional(z.array(z.string())),
  /** The item is gone from its agenda. Its papers stay closed, and so does what the audit has of it. */
  removed: z.optional(z.boolean()),
  /** The ids of the agendas that had the item before they were moved: the audit has it under these. */
  movedFrom: z.optional(z.array(z.string())),
  /** The ids of papers that were uploaded for it and are deleted: the audit names them. */
  deletedPapers: z.optional(z.array(z.string())),
})
export type ClosedItem = z.infer<typeof storedClosedItem>

/** Collection `closed_items`, which earlier releases neither read nor show. */
export const closedItemsCollection = defineCollection('closed_items', storedClosedItem)

export type ClosedItems = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  all: () => (ClosedItem & DocumentMetadata)[]
}

/** The restricted items in memory. A damaged one stops the start: without it, its papers could be opened. */
export function createClosedItems(store: DocumentStore): ClosedItems {
  return closedItemsCollection.hot(store)
}

/** The domain refuses an audience that a newer release has stored. */
export function audienceOf({ audience }: Pick<ClosedItem, 'audience'>): Audience {
  return audience as Audience
}

/** Every restricted item, without its content: for an operator, who names somebody to prepare it. */
export async function listClosedItems(store: StoreOperations) {
  const { documents } = await closedItemsCollection.in(store).list()
  return documents.map(({ id, agenda, audience }) => ({ id, agenda, audience }))
}

/**
 * Notes that a paper of a closed slot is deleted. Reads inside a transaction; the result writes, because in a
 * transaction every read comes before the first write.
 */
export async function notingDeletedPaper(
  transaction: StoreOperations,
  { item, paper }: { item: string; paper: string },
): Promise<() => Promise<void>> {
  const records = closedItemsCollection.in(transaction)
  const current = await records.get(item)
  if (!current) return async () => undefined
  const deletedPapers = [...new Set([...(current.deletedPapers ?? []), paper])]
  const body = { ...(bodyOf(current) as ClosedItem), deletedPapers }
  return async () => void (await records.update(item, body, current.revision))
}

/** Names a person, an entry of the directory, in an item's audience: for when nobody can prepare it any more. */
export async function nameInAudience(
  transaction: StoreOperations,
  { item, person, by, at }: { item: string; person: string; by: Actor; at: Date },
): Promise<void> {
  const records = closedItemsCollection.in(transaction)
  const current = await records.get(item)
  if (!current) throw new Refusal('notFound', `There is no closed item ${item}.`)
  const { who, named = [], except = [] } = current.audience
  const audience = {
    who,
    named: [...new Set([...named, person])],
    except: except.filter((one) => one !== person),
  }
  const body = bodyOf(current) as ClosedItem
  await records.update(item, { ...body, audience }, current.revision)
  const after = { name: closedSession, agenda: current.agenda, person }
  await recordChange(transaction, {
    at,
    by,
    what: 'closed item preparer named',
    subject: item,
    after,
  })
}
