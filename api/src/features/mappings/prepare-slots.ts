import type { Person } from '@portal/contract/portal'
import { type Quarter, quarterAfter } from '@portal/domain/quarter'
import { mappingId, quarterId } from '@portal/domain/ids'
import { type MeetingSlot, slotsOfQuarter } from '@portal/domain/slot-names'
import * as z from 'zod/mini'
import type { AgendasService } from '../agendas/agendas-feature.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { mappingsCollection, type StoredMapping, storedMapping } from './stored-mapping.ts'

type Preparing = {
  to: Quarter
  agendas: Pick<AgendasService, 'missingDraft'>
  by: Person
  at: Date
}

/**
 * Sets up the slots without a mapping like those of the previous quarter; returns the new mappings.
 */
export async function prepareSlots(
  transaction: StoreOperations,
  { to, agendas, by, at }: Preparing,
): Promise<Stored<Record<string, unknown>>[]> {
  const from = quarterAfter(to, -1)
  const missing = await Promise.all(
    slotsOfQuarter(to).map((slot) => setUpWhereMissing(transaction, from, slot)),
  )
  const setUps = missing.filter((setUp) => setUp !== undefined)
  if (setUps.length === 0) return []
  const isNative = setUps.some(({ body }) => body.mode === 'native')
  const draft = isNative ? await agendas.missingDraft(transaction, by, to) : undefined
  const made: Stored<Record<string, unknown>>[] = []
  for (const { id, body } of setUps)
    made.push(await mappingsCollection.raw(transaction).create(id, body))
  await draft?.()
  await recordChange(transaction, {
    at,
    by,
    what: 'quarter prepared',
    subject: quarterId(to),
    after: Object.fromEntries(setUps.map(({ id, body }) => [id, body])),
  })
  return made
}

async function setUpWhereMissing(
  transaction: StoreOperations,
  from: Quarter,
  slot: MeetingSlot,
): Promise<{ id: string; body: StoredMapping } | undefined> {
  const { kind: _, ...named } = slot
  const id = mappingId(slot)
  const [model, present] = await Promise.all([
    mappingsCollection.raw(transaction).get(mappingId({ ...slot, ...from })),
    mappingsCollection.raw(transaction).get(id),
  ])
  if (present || !model) return undefined
  const read = z.safeParse(storedMapping, model)
  if (!read.success) return undefined
  return { id, body: { ...named, ...setUpOf(read.data) } }
}

/** The part of a slot that is independent of the quarter: papers and embeds aren't. */
function setUpOf({ title, cardImage, active, mode }: StoredMapping): StoredMapping {
  return {
    active,
    ...(title === undefined ? {} : { title }),
    ...(cardImage === undefined ? {} : { cardImage }),
    ...(mode === undefined ? {} : { mode }),
  }
}
