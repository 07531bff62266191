import type { ResourceMapping } from '@portal/contract/mappings'
import { agendaDeletion } from '@portal/domain/agenda-deletion'
import { quarterId } from '@portal/domain/ids'
import type { Quarter } from '@portal/domain/quarter'
import {
  type Actor,
  lastAuthorOf,
  lastChangeOf,
  recordChange,
} from '../../platform/audit/record-change.ts'
import type { AgendaSlotsService } from '../mappings/mappings-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import { refuseStale, bodyOf } from '../../platform/store/stored-body.ts'

import { normalAgenda } from './agenda-normal.ts'
import { agendasCollection, noAgenda } from './stored-agenda.ts'

const deleted = 'agenda deleted'

type Deleting = {
  slots: AgendaSlotsService
  quarter: Quarter
  revision: number | 'new'
  confirmed: boolean
  by: Actor
  at: Date
}

/** Deletes an agenda inside a transaction; returns the mapping of its slot. */
export async function deleteIn(
  transaction: StoreOperations,
  { slots, quarter, revision, confirmed, by, at }: Deleting,
): Promise<ResourceMapping | undefined> {
  const id = quarterId(quarter)
  const current = await agendasCollection.in(transaction).get(id)
  const slot = await slots.read(transaction, quarter)
  if (!current) {
    // A repeated request gets its first result.
    if ((await lastChangeOf(transaction, id))?.what === deleted) return slot.mapping
    throw noAgenda(quarter)
  }
  const agenda = normalAgenda(current, quarter)
  const currentBy = current.revision === revision ? undefined : await lastAuthorOf(transaction, id)
  refuseStale(current, revision, () => agenda, currentBy)
  const { changes, sentence } = agendaDeletion(quarter, agenda.status, slot.mapping)
  if (changes && !confirmed) throw new Refusal('confirmationRequired', sentence)
  const mapping = await slot.showDrive(by, at)
  await agendasCollection.in(transaction).delete(id, current.revision)
  await recordChange(transaction, {
    at,
    by,
    what: deleted,
    subject: id,
    before: bodyOf(current),
    deletedRevision: current.revision,
  })
  return mapping
}
