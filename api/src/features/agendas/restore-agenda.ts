import { mappingId } from '@portal/domain/ids'
import { parseQuarter } from '@portal/domain/quarter'
import { agendaSlot } from '@portal/domain/slot-names'
import { newestChangesOf, type RecordedChange } from '../../platform/audit/recorded-changes.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { AgendaSlotsService } from '../mappings/mappings-feature.ts'
import { changedSince, type Restoring } from '../../platform/audit/restoring.ts'
import { agendasCollection } from './stored-agenda.ts'

type Parts = { slots: AgendaSlotsService; now: () => Date }

/** Undoes the deletion of an agenda inside a transaction; see `Restoring`. */
export function restoringAgenda({ slots, now }: Parts): Restoring {
  return async (transaction, person, change) => {
    const { id: entry, what, subject, before, deletedRevision = 0 } = change
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
      const undoes = { entry, what }
      await recordChange(transaction, {
        at,
        by: person,
        what: 'change undone',
        subject,
        after,
        undoes,
      })
    }
  }
}

/** Whether the deletion made the drive the slot's source, and nothing has changed the slot since. */
function gaveUpSource(ofSlot: RecordedChange, deletion: RecordedChange): boolean {
  return ofSlot.at === deletion.at && ofSlot.before?.['mode'] === 'native'
}
