import type { ResourceMapping } from '@portal/contract/mappings'
import { agendaDeletion } from '@portal/domain/agenda-deletion'
import { mappingId } from '@portal/domain/ids'
import type { Reader } from '@portal/domain/may-read'
import { isQuarterly, meetingId, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
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
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { AudienceChecks } from './audience-checks.ts'
import { refuseClosedItems } from './closed-agenda.ts'
import { agendasOf, noAgenda, normalAgenda, type RawAgenda } from './stored-agenda.ts'
import { agendaSlot } from '@portal/domain/slot-names'
import { newestChangesOf, type RecordedChange } from '../../platform/audit/recorded-changes.ts'
import { changedSince, recordUndo, type Restoring } from '../../platform/audit/restoring.ts'

const deleted = 'agenda deleted'

type Deleting = {
  slots: AgendaSlotsService
  quarter: MeetingRef
  revision: number | 'new'
  confirmed: boolean
  reader: Reader
  visibility: Pick<VisibilityService, 'mayPrepareItem' | 'meetingOf'>
  by: Actor
  at: Date
}

/** Deletes an agenda inside a transaction; returns the mapping of its slot. */
export async function deleteIn(
  transaction: StoreOperations,
  { slots, quarter, revision, confirmed, reader, visibility, by, at }: Deleting,
): Promise<ResourceMapping | undefined> {
  const id = meetingId(quarter)
  const agendas = agendasOf(quarter).in(transaction)
  const current = await agendas.get(id)
  const slot = await slots.read(transaction, quarter)
  if (!current) {
    // A repeated request gets its first result.
    if ((await lastChangeOf(transaction, id))?.what === deleted) return slot.mapping
    throw noAgenda(quarter)
  }
  const agenda = normalAgenda(current, quarter)
  const currentBy = current.revision === revision ? undefined : await lastAuthorOf(transaction, id)
  refuseStale(current, revision, () => agenda, currentBy)
  await refuseClosedItems(transaction, current, 'deleted', { meeting: quarter, reader, visibility })
  if (!isQuarterly(quarter) && slots.hasContent(quarter)) throw hasPapers()
  if (current['eventLimited'] === true) throw hasLimitedEvent()
  const { changes, sentence } = agendaDeletion(quarter, agenda.status, slot.mapping)
  if (changes && !confirmed) throw new Refusal('confirmationRequired', sentence)
  const mapping = isQuarterly(quarter) ? await slot.showDrive(by, at) : undefined
  await agendas.delete(id, current.revision)
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

/** Without its meeting, every member would see the event. */
function hasLimitedEvent(): Refusal {
  return new Refusal(
    'conflict',
    'Only this meeting’s readers see its event in the calendar. Let every member see the event first, or cancel the meeting.',
  )
}

function hasPapers(): Refusal {
  return new Refusal(
    'conflict',
    'This meeting has papers. Remove them first, or cancel the meeting, which keeps everything.',
  )
}

type Parts = {
  slots: AgendaSlotsService
  audiences: Pick<AudienceChecks, 'refuseUndone'>
  /** Another key, if a meeting that was made meanwhile has the agenda's. */
  keyOf: (id: string, agenda: RawAgenda) => RawAgenda
  now: () => Date
}

/** Undoes the deletion or a save of an agenda inside a transaction; see `Restoring`. */
export function restoringAgenda(parts: Parts): Restoring {
  const [ofDeletion, ofSave] = [undoneDeletion(parts), undoneSave(parts)]
  return (transaction, person, change, revision) =>
    (change.after === null ? ofDeletion : ofSave)(transaction, person, change, revision)
}

/** The content before the save. A save never changes whether the agenda is published, or the source of its slot. */
function undoneSave({ audiences, now }: Parts): Restoring {
  return async (transaction, person, change, revision) => {
    const { subject, before, after } = change
    const agendas = agendasOf(meetingOf(subject)!).in(transaction)
    const current = await agendas.get(subject)
    const isLatest = revision === undefined || revision === current?.revision
    if (!current || !isLatest || !isSameBody(bodyOf(current), after ?? {})) throw changedSince()
    audiences.refuseUndone(meetingOf(subject)!, current, before ?? {})
    const restored = withNextSequence(before ?? {}, current)
    return async () => {
      await agendas.update(subject, restored, current.revision)
      const undo = { at: now(), by: person, before: after, after: restored }
      await recordUndo(transaction, change, undo)
    }
  }
}

/** A calendar that was told of a change learns that it was taken back by a higher number. */
function withNextSequence(before: RawAgenda, { sequence }: RawAgenda): RawAgenda {
  const isCounted = typeof sequence === 'number' && sequence !== before['sequence']
  return isCounted ? { ...before, sequence: sequence + 1 } : before
}

function undoneDeletion({ slots, audiences, keyOf, now }: Parts): Restoring {
  return async (transaction, person, change) => {
    const { subject, before, deletedRevision = 0 } = change
    const meeting = meetingOf(subject)
    const agendas = meeting && agendasOf(meeting).in(transaction)
    if (!agendas || (await agendas.get(subject))) throw changedSince()
    audiences.refuseUndone(meeting, undefined, before ?? {})
    const slot = await slots.read(transaction, meeting)
    const [ofSlot] = isQuarterly(meeting)
      ? await newestChangesOf(transaction, mappingId(agendaSlot(meeting)), 1)
      : []
    const wasSource = ofSlot !== undefined && gaveUpSource(ofSlot, change)
    const after = { ...before, ...keyOf(subject, before ?? {}) }
    return async () => {
      const at = now()
      if (wasSource) await slot.showNative(person, at)
      await agendas.create(subject, after, deletedRevision + 1)
      await recordUndo(transaction, change, { at, by: person, after })
    }
  }
}

/** Whether the deletion made the drive the slot's source, and nothing has changed the slot since. */
function gaveUpSource(ofSlot: RecordedChange, deletion: RecordedChange): boolean {
  return ofSlot.at === deletion.at && ofSlot.before?.['mode'] === 'native'
}
