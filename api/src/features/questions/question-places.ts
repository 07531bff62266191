import { slotOf } from '@portal/domain/ids'
import type { ItemThing, Reader } from '@portal/domain/may-read'
import { isSameMeeting, type MeetingRef } from '@portal/domain/meeting-ref'
import {
  type AgendasInMemory,
  closedKeys,
  normalItem,
  normalItems,
} from '../agendas/agendas-feature.ts'
import type { AgendaSlotsService, MappingsInMemory } from '../mappings/mappings-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'

type Parts = {
  agendasInMemory: Pick<AgendasInMemory, 'get'>
  inMemory: Pick<MappingsInMemory, 'all'>
  slots: Pick<AgendaSlotsService, 'showsNative'>
  quarters: Pick<QuarterStatesService, 'isInPreparation'>
  visibility: Pick<VisibilityService, 'mayReadItem' | 'mayReadSlot' | 'meetingOf' | 'restriction'>
}

/** What questions are about: an item of an agenda, or the place of a paper in a meeting. */
export type QuestionPlace = {
  id: string
  kind: 'item' | 'slot'
  /** In running order. */
  order: number
  /** Of an item: `consent` if it is approved without discussion. */
  type?: string
  /** The presenter's name, and their entry of the directory if they were chosen there. */
  speaker?: string
  speakerId?: string
  /** Members see it, if it is for them. */
  isPublished: boolean
  mayRead: (reader: Reader) => boolean
}

export type QuestionPlaces = ReturnType<typeof createQuestionPlaces>

/** The items and papers of meetings, from memory, each with the rule of who may read it. */
export function createQuestionPlaces(parts: Parts) {
  const { agendasInMemory, inMemory, slots, quarters, visibility } = parts

  const itemsOf = (meeting: MeetingRef): QuestionPlace[] => {
    const agenda = agendasInMemory.get(meeting)
    if (!agenda) return []
    const keys = closedKeys(agenda)
    const isPublished =
      agenda['status'] === 'published' &&
      slots.showsNative(meeting) &&
      !quarters.isInPreparation(meeting)
    return normalItems(agenda).flatMap((item, order): QuestionPlace[] => {
      const { id } = item
      const key = keys[order]
      const place = { id, kind: 'item' as const, order, isPublished }
      if (key === undefined) {
        return [
          { ...place, ...ofItem(item), mayRead: readerOf(openItem(meeting, id, isPublished)) },
        ]
      }
      const restriction = visibility.restriction(key)
      if (!restriction?.record.item) return []
      const isInPreparation = restriction.thing.isInPreparation || !isPublished
      const thing = { ...restriction.thing, isInPreparation }
      const content = normalItem(restriction.record.item, id)
      return [{ ...place, ...ofItem(content), mayRead: readerOf(thing) }]
    })
  }
  const openItem = (meeting: MeetingRef, key: string, isPublished: boolean): ItemThing => ({
    kind: 'item',
    key,
    isInPreparation: !isPublished,
    meeting: visibility.meetingOf(meeting),
  })
  const readerOf = (thing: ItemThing) => (reader: Reader) => visibility.mayReadItem(reader, thing)

  const slotsOf = (meeting: MeetingRef): QuestionPlace[] =>
    inMemory
      .all()
      .flatMap(({ id, active, documentId }) => {
        const slot = slotOf(id)
        if (slot?.kind !== 'meeting' || !isSameMeeting(slot, meeting)) return []
        const isPublished = active && documentId !== undefined && !quarters.isInPreparation(meeting)
        return [{ slot, active, isPublished }]
      })
      .toSorted((a, b) => a.slot.materialType.localeCompare(b.slot.materialType, 'en'))
      .map(({ slot, active, isPublished }, index) => ({
        id: slot.materialType,
        kind: 'slot' as const,
        order: afterItems + index,
        isPublished,
        mayRead: (reader: Reader) => visibility.mayReadSlot(reader, slot, active),
      }))

  /** What is gone is nobody's: it may have been closed. Its questions are back with it. */
  const gone = (kind: 'item' | 'slot', id: string): QuestionPlace => ({
    id,
    kind,
    order: afterItems * 2,
    isPublished: false,
    mayRead: () => false,
  })

  return {
    /** By kind and id. */
    of(meeting: MeetingRef) {
      const all = [...itemsOf(meeting), ...slotsOf(meeting)]
      const byId = new Map(all.map((place) => [`${place.kind} ${place.id}`, place]))
      return {
        all,
        find: (kind: 'item' | 'slot', id: string) => byId.get(`${kind} ${id}`),
        get: (kind: 'item' | 'slot', id: string) => byId.get(`${kind} ${id}`) ?? gone(kind, id),
      }
    },
  }
}

/** An agenda has at most 200 items. */
const afterItems = 1000

type Presented = { type: string; speaker?: string | undefined; speakerId?: string | undefined }

function ofItem({ type, speaker, speakerId }: Presented) {
  return {
    type,
    ...(speaker === undefined ? {} : { speaker }),
    ...(speakerId === undefined ? {} : { speakerId }),
  }
}
