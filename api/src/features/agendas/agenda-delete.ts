import type { ResourceMapping } from '@portal/contract/mappings'
import { agendaDeletion } from '@portal/domain/agenda-deletion'
import { quarterId, mappingId } from '@portal/domain/ids'
import { type Quarter, parseQuarter } from '@portal/domain/quarter'
import {
  type Actor,
  lastAuthorOf,
  lastChangeOf,
  recordChange,
} from '../../platform/audit/record-change.ts'
import type { AgendaSlotsService } from '../mappings/mappings-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import { refuseStale, bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import { normalAgenda, agendasCollection, noAgenda } from './stored-agenda.ts'
import { agendaSlot } from '@portal/domain/slot-names'
import { newestChangesOf, type RecordedChange } from '../../platform/audit/recorded-changes.ts'
import { changedSince, recordUndo, type Restoring } from '../../platform/audit/restoring.ts'

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

type Parts = { slots: AgendaSlotsService; now: () => Date }

/** Undoes the deletion or a save of an agenda inside a transaction; see `Restoring`. */
export function restoringAgenda(parts: Parts): Restoring {
  const [ofDeletion, ofSave] = [undoneDeletion(parts), undoneSave(parts)]
  return (transaction, person, change, revision) =>
    (change.after === null ? ofDeletion : ofSave)(transaction, person, change, revision)
}

/** The content before the save. A save never changes whether the agenda is published, or the source of its slot. */
function undoneSave({ now }: Parts): Restoring {
  return async (transaction, person, change, revision) => {
    const { subject, before, after } = change
    const current = await agendasCollection.in(transaction).get(subject)
    const isLatest = revision === undefined || revision === current?.revision
    if (!current || !isLatest || !isSameBody(bodyOf(current), after ?? {})) throw changedSince()
    return async () => {
      await agendasCollection.in(transaction).update(subject, before ?? {}, current.revision)
      const undo = { at: now(), by: person, before: after, after: before }
      await recordUndo(transaction, change, undo)
    }
  }
}

function undoneDeletion({ slots, now }: Parts): Restoring {
  return async (transaction, person, change) => {
    const { subject, before, deletedRevision = 0 } = change
    const [year, number] = subject.split('-')
    const quarter = parseQuarter(year, number)
    if (!quarter || (await agendasCollection.in(transaction).get(subject))) throw changedSince()
    const slot = await slots.read(transaction, quarter)
    const [ofSlot] = await newestChangesOf(transaction, mappingId(agendaSlot(quarter)), 1)
    const wasSource = ofSlot !== undefined && gaveUpSource(ofSlot, change)
    const after = before ?? {}
    return async () => {
      const at = now()
      if (wasSource) await slot.showNative(person, at)
      await agendasCollection.in(transaction).create(subject, after, deletedRevision + 1)
      await recordUndo(transaction, change, { at, by: person, after })
    }
  }
}

/** Whether the deletion made the drive the slot's source, and nothing has changed the slot since. */
function gaveUpSource(ofSlot: RecordedChange, deletion: RecordedChange): boolean {
  return ofSlot.at === deletion.at && ofSlot.before?.['mode'] === 'native'
}
