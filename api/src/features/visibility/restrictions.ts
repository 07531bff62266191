import { itemIds, mappingId } from '@portal/domain/ids'
import type { ItemThing } from '@portal/domain/may-read'
import { type MeetingRef, meetingId, meetingOf } from '@portal/domain/meeting-ref'
import type { MeetingSlot } from '@portal/domain/slot-names'
import type { AgendasInMemory } from '../agendas/agendas-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import { audienceOf, type ClosedItem, type ClosedItems } from './closed-items.ts'

type Parts = {
  closedItems: ClosedItems
  agendas: Pick<AgendasInMemory, 'all' | 'get'>
  quarters: Pick<QuarterStatesService, 'isInPreparation'>
  thingOf: (meeting: MeetingRef) => ItemThing['meeting']
  version: () => number
}

/** A restricted item, or a place with an audience of its own. */
export type Restriction = {
  key: string
  record: ClosedItem
  thing: ItemThing
  slots: string[]
  /** The ids of the agendas that have the item, or had it before they were moved. */
  agendas: string[]
}

type RawItem = Record<string, unknown>

export type Restrictions = ReturnType<typeof createRestrictions>

/** What is restricted, and which slots that closes, from memory. */
export function createRestrictions({ closedItems, agendas, quarters, thingOf, version }: Parts) {
  const isDraft = (meeting: MeetingRef) =>
    quarters.isInPreparation(meeting) || agendas.get(meeting)?.['status'] !== 'published'
  const openItem = (meeting: MeetingRef, key: string): ItemThing => ({
    kind: 'item',
    key,
    isInPreparation: isDraft(meeting),
    meeting: thingOf(meeting),
  })

  const known = cacheByVersion(version, () => {
    const records = closedItems.all()
    const byKey = new Map<string, Restriction>()
    const byDeletedPaper = new Map<string, ItemThing[]>()
    if (records.length === 0)
      return { byKey, bySlot: new Map<string, ItemThing[]>(), byDeletedPaper }
    const agendaOfKey = new Map<string, string>()
    for (const agenda of agendas.all()) {
      for (const { closed } of itemsIn(agenda)) {
        if (typeof closed === 'string') agendaOfKey.set(closed, agenda.id)
      }
    }
    const bySlot = new Map<string, ItemThing[]>()
    const add = (slot: string, thing: ItemThing) =>
      void bySlot.set(slot, [...(bySlot.get(slot) ?? []), thing])
    for (const { id: key, ...record } of records) {
      const current = agendaOfKey.get(key)
      const meeting = meetingOf(current ?? record.agenda)
      if (!meeting) continue
      // Without its place in the agenda, only an admin of its audience has its papers.
      const isGone = record.item !== undefined && current === undefined
      const thing: ItemThing = {
        kind: 'item',
        key: record.slot ?? idOf(record.item),
        isInPreparation:
          isGone || (record.item ? isDraft(meeting) : quarters.isInPreparation(meeting)),
        audience: audienceOf(record),
        meeting: thingOf(meeting),
      }
      // An earlier release may have moved the agenda: the papers are where they were.
      const places = [...new Set([meetingId(meeting), record.agenda])]
      const types = record.slot === undefined ? paperTypesIn(record.item) : [record.slot]
      const slots = places.flatMap((place) => types.map((type) => slotIn(place, type)))
      const agendasOf = [...places, ...(record.movedFrom ?? [])]
      byKey.set(key, { key, record, thing, slots, agendas: agendasOf })
      for (const slot of slots) add(slot, thing)
      for (const paper of record.deletedPapers ?? []) {
        byDeletedPaper.set(paper, [...(byDeletedPaper.get(paper) ?? []), thing])
      }
    }
    // Everybody reads a paper that an open item names as well.
    for (const agenda of agendas.all()) {
      const meeting = meetingOf(agenda.id)
      if (!meeting) continue
      for (const item of itemsIn(agenda)) {
        if (typeof item['closed'] === 'string') continue
        for (const type of paperTypesIn(item)) {
          const slot = slotIn(agenda.id, type)
          if (bySlot.has(slot)) add(slot, openItem(meeting, idOf(item)))
        }
      }
    }
    return { byKey, bySlot, byDeletedPaper }
  })

  const openBySlot = cacheByVersion(version, () => {
    const bySlot = new Map<string, ItemThing[]>()
    for (const agenda of agendas.all()) {
      const meeting = meetingOf(agenda.id)
      if (!meeting) continue
      for (const item of itemsIn(agenda)) {
        if (typeof item['closed'] === 'string') continue
        for (const type of paperTypesIn(item)) {
          const slot = slotIn(agenda.id, type)
          const thing = openItem(meeting, idOf(item))
          bySlot.set(slot, [...(bySlot.get(slot) ?? []), thing])
        }
      }
    }
    return bySlot
  })

  return {
    all: () => [...known(undefined).byKey.values()],
    get: (key: string) => known(undefined).byKey.get(key),
    /** Every item that names a slot of which one is restricted; undefined for all other slots. */
    ofSlot: (id: string): readonly ItemThing[] | undefined => known(undefined).bySlot.get(id),
    /** The restricted items that a deleted paper was uploaded for. */
    ofDeletedPaper: (id: string): readonly ItemThing[] =>
      known(undefined).byDeletedPaper.get(id) ?? [],
    /** The open items that name a slot, for people who aren't members. */
    openItemsOfSlot: (id: string): readonly ItemThing[] => openBySlot(undefined).get(id) ?? [],
    openItem,
  }
}

/** The mapping's id of a paper's place in a meeting. */
export function slotIn(meeting: string, materialType: string): string {
  return mappingId({ kind: 'meeting', ...meetingOf(meeting)!, materialType } as MeetingSlot)
}

/** The items of a stored agenda, each with the id that it has for its readers. */
function itemsIn({ items }: Record<string, unknown>): RawItem[] {
  const stored = Array.isArray(items) ? items.filter(isRecord) : []
  const ids = itemIds(stored.map((item) => idOf(item) || undefined))
  return stored.map((item, index) => ({ ...item, id: ids[index] }))
}

function idOf(item: RawItem | undefined): string {
  const id = item?.['id']
  return typeof id === 'string' || typeof id === 'number' ? String(id).trim() && String(id) : ''
}

/** The slots whose papers a stored item names. */
function paperTypesIn(item: RawItem | undefined): string[] {
  const papers = item?.['papers']
  if (!Array.isArray(papers)) return []
  return papers
    .filter(isRecord)
    .flatMap(({ materialType: type }) => (typeof type === 'string' ? [type] : []))
}

function isRecord(value: unknown): value is RawItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
