import type { Person } from '@portal/contract/portal'
import { type Quarter, quarterAfter } from '@portal/contract/quarter'
import { mappingId, type MaterialType, materialTypes } from '@portal/contract/slots'
import * as z from 'zod/mini'
import type { AgendasService } from '../agendas/agendas-service.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Stored, StoreOperations } from '../store/document-store.ts'
import { mappingsCollection, type StoredMapping, storedMapping } from './stored-mapping.ts'

type Preparing = {
  to: Quarter
  agendas: Pick<AgendasService, 'missingDraft'>
  by: Person
  at: Date
}

/** Sets up the slots that have no mapping as those of the quarter before; answers with the new mappings. */
export async function prepareSlots(
  inside: StoreOperations,
  { to, agendas, by, at }: Preparing,
): Promise<Stored<Record<string, unknown>>[]> {
  const from = quarterAfter(to, -1)
  const types = Object.keys(materialTypes) as MaterialType[]
  const missing = await Promise.all(types.map((type) => setUpWhereMissing(inside, from, to, type)))
  const setUps = missing.filter((setUp) => setUp !== undefined)
  if (setUps.length === 0) return []
  const isNative = setUps.some(({ body }) => body.mode === 'native')
  const draft = isNative ? await agendas.missingDraft(inside, by, to) : undefined
  const made: Stored<Record<string, unknown>>[] = []
  for (const { id, body } of setUps) made.push(await inside.create(mappingsCollection, id, body))
  await draft?.()
  await recordChange(inside, {
    at,
    by,
    what: 'quarter prepared',
    subject: `${to.year}-Q${to.quarter}`,
    after: Object.fromEntries(setUps.map(({ id, body }) => [id, body])),
  })
  return made
}

async function setUpWhereMissing(
  inside: StoreOperations,
  from: Quarter,
  to: Quarter,
  materialType: MaterialType,
): Promise<{ id: string; body: StoredMapping } | undefined> {
  const slotOf = ({ year, quarter }: Quarter) => ({ year, quarter, materialType })
  const idOf = (quarter: Quarter) => mappingId({ kind: 'meeting', ...slotOf(quarter) })
  const [model, present] = await Promise.all([
    inside.get(mappingsCollection, idOf(from)),
    inside.get(mappingsCollection, idOf(to)),
  ])
  if (present || !model) return undefined
  const read = z.safeParse(storedMapping, model)
  if (!read.success) return undefined
  return { id: idOf(to), body: { ...slotOf(to), ...setUpOf(read.data) } }
}

/** What of a slot is good for any quarter: its papers and embeds are the one quarter's. */
function setUpOf({ title, cardImage, active, mode }: StoredMapping): StoredMapping {
  return {
    active,
    ...(title === undefined ? {} : { title }),
    ...(cardImage === undefined ? {} : { cardImage }),
    ...(mode === undefined ? {} : { mode }),
  }
}
