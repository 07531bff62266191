import { agendaSlot } from '@portal/domain/slot-names'
import type { ResourceMapping } from '@portal/contract/mappings'
import { isQuarterly, isSameMeeting, type MeetingRef } from '@portal/domain/meeting-ref'
import { mappingId, meetingSlot, slotOf } from '@portal/domain/ids'
import { allSlotsOfQuarter } from '@portal/domain/quarter-papers'
import { isAdmin, type Reader } from '@portal/domain/may-read'
import { agendaMappingOf, sourceOf } from '@portal/domain/slot-source'
import * as z from 'zod/mini'
import { type Actor, recordChange } from '../../platform/audit/record-change.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import type { MappingsInMemory } from './mappings-in-memory.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { applyMappingChange } from './mapping-change.ts'
import { mappingsCollection, storedMapping } from './stored-mapping.ts'

/** What agendas need to know about their slots. */
export type AgendaSlotsService = {
  /** Incremented with every change that `showsNative` may depend on. */
  version: () => number
  /** Whether members see the quarter's native agenda once it is published. */
  showsNative: (quarter: MeetingRef) => boolean
  /** Whether members see a Drive document or an embed as the quarter's agenda. */
  showsDrive: (quarter: MeetingRef) => boolean
  /** Whether this reader sees a paper in the quarter's slot of this type. */
  showsPaper: (reader: Reader, quarter: MeetingRef, materialType: string) => boolean
  /** Whether a slot of the quarter has anything to show, active or not. */
  hasContent: (quarter: MeetingRef) => boolean
  /**
   * A quarter's slot inside a transaction. Reading and writing are separate because in a
   * transaction every read comes before the first write.
   */
  read: (transaction: StoreOperations, meeting: MeetingRef) => Promise<AgendaSlot>
}

export type AgendaSlot = {
  mapping: ResourceMapping | undefined
  /** Whether members see the native agenda once it is published. */
  showsNative: boolean
  /** Whether members see a Drive document or an embed in it. */
  showsDrive: boolean
  /** Makes the native agenda the slot's source; returns the slot's mapping. */
  showNative: (by: Actor, at: Date) => Promise<ResourceMapping | undefined>
  /** Makes what is mapped the slot's source again; returns the slot's mapping if it has one. */
  showDrive: (by: Actor, at: Date) => Promise<ResourceMapping | undefined>
}

export function createAgendaSlotsService(
  inMemory: MappingsInMemory,
  visibility: Pick<VisibilityService, 'isClosedTo' | 'mayReadSlot'>,
): AgendaSlotsService {
  const shownSource = (quarter: MeetingRef) => {
    const mapping = agendaMappingOf(quarter, inMemory.get(mappingId(agendaSlot(quarter))))
    return mapping?.active ? sourceOf(mapping) : undefined
  }
  return {
    version: inMemory.version,
    showsNative: (quarter) => shownSource(quarter) === 'native',
    showsDrive(quarter) {
      const source = shownSource(quarter)
      return source === 'document' || source === 'embed'
    },
    showsPaper(reader, meeting, materialType) {
      const slot = meetingSlot(meeting, materialType)
      if (isAdmin(reader)) return !slot || !visibility.isClosedTo(reader, slot)
      if (!slot) return false
      const mapping = inMemory.get(mappingId(slot))
      const isShown = mapping && visibility.mayReadSlot(reader, slot, mapping.active)
      return isShown === true && sourceOf(mapping) !== undefined
    },
    hasContent(meeting) {
      if (!isQuarterly(meeting)) {
        const papers = inMemory.all().filter(({ id }) => isPaperOf(id, meeting))
        // Its native agenda is the meeting itself.
        return papers.some((mapping) => !['native', undefined].includes(sourceOf(mapping)))
      }
      const ids = allSlotsOfQuarter(meeting).map(mappingId)
      return ids.some((id) => sourceOf(inMemory.get(id)) !== undefined)
    },
    async read(transaction, meeting) {
      const slot = agendaSlot(meeting)
      const id = mappingId(slot)
      const stored = await mappingsCollection.raw(transaction).get(id)
      const mapping = stored && inMemory.shownOf(stored)
      const shown = agendaMappingOf(meeting, mapping)
      const source = shown?.active ? sourceOf(shown) : undefined
      const setMode = async (mode: 'native' | 'drive', by: Actor, at: Date) => {
        const before = stored && z.parse(storedMapping, stored)
        const after = applyMappingChange(before, slot, { mode }, at)
        const written = await mappingsCollection.raw(transaction).put(id, after, stored)
        await recordChange(transaction, {
          at,
          by,
          what: 'mapping saved',
          subject: id,
          before,
          after,
        })
        return inMemory.shownOf(written)
      }
      return {
        mapping,
        showsNative: source === 'native',
        showsDrive: source === 'document' || source === 'embed',
        async showNative(by, at) {
          if (sourceOf(shown) === 'native') return mapping
          return setMode('native', by, at)
        },
        async showDrive(by, at) {
          if (!mapping || sourceOf(shown) !== 'native') return mapping
          return setMode('drive', by, at)
        },
      }
    },
  }
}

/** Whether a mapping is a meeting's. */
export function isPaperOf(id: string, meeting: MeetingRef): boolean {
  const slot = slotOf(id)
  return slot?.kind === 'meeting' && isSameMeeting(slot, meeting)
}
