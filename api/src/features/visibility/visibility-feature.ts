import { createHash } from 'node:crypto'
import { dayOf } from '@portal/domain/days'
import { mappingId, slotOf } from '@portal/domain/ids'
import {
  type HoldingSlot,
  isMember,
  isRestricted,
  type ItemThing,
  mayRead,
  type Reader,
} from '@portal/domain/may-read'
import { type ClosedSession, mayPrepare, shownItem } from '@portal/domain/who-may-read'
import { meetingOf as meetingNamed, type MeetingRef } from '@portal/domain/meeting-ref'
import type { MeetingSlot, Slot } from '@portal/domain/slot-names'
import { sourceOf } from '@portal/domain/slot-source'
import type { AgendasInMemory } from '../agendas/agendas-feature.ts'
import type { BodiesInMemory } from '../bodies/bodies-feature.ts'
import type { ClosedFoldersService } from '../documents/documents-feature.ts'
import {
  isUploaded,
  type SyncedDocument,
  type SyncedDocumentsService,
} from '../documents/documents-feature.ts'
import type { MappingsInMemory } from '../mappings/mappings-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import type { SlotSettingsService } from '../slot-settings/slot-settings-feature.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import type { ClosedItems } from './closed-items.ts'
import { createDayCounter, forNobody, meetingThing } from './meeting-thing.ts'
import { createReaders, type Readers, type ReadersParts } from './readers.ts'
import { createRestrictions, type Restriction } from './restrictions.ts'
import { createViews } from './views.ts'

export {
  audienceOf,
  type ClosedItem,
  closedItemsCollection,
  createClosedItems,
  listClosedItems,
  nameInAudience,
  notingDeletedPaper,
} from './closed-items.ts'
export { createAuditMask } from './audit-mask.ts'
export { createAllReaders, type NamedReader, oncePerMinute } from './all-readers.ts'
export { createSealing, type Sealing } from './sealing.ts'
export { slotIn } from './restrictions.ts'

type ReadPaper = Pick<SyncedDocument, 'source' | 'path'> & { id: string }

/** Who may read what. Every feature that returns a paper, or something made from one, checks it here. */
export type VisibilityService = {
  ready: Promise<void>
  /** Increases with every change that a result may depend on, and at the end of each day. */
  version: () => number
  /**
   * The signed-in person as a reader. Readers who may read the same things are the same object until the version
   * increases, so that what is made for them can be cached by it. It doesn't say who they are: that may be another one.
   */
  readerOf: (person: Parameters<Readers['of']>[0]) => Omit<Reader, 'person'>
  /** The person alone, as nobody else. */
  ownReaderOf: Readers['of']
  /** The bodies whose meetings a member sees today; undefined for others, who see items. */
  bodiesOf: (person: Parameters<Readers['of']>[0]) => string[] | undefined
  mayReadPaper: (reader: Reader, paper: ReadPaper) => boolean
  /** `isActive` is the slot's own switch. Slots without a quarter have no preparation. */
  mayReadSlot: (reader: Reader, slot: Slot, isActive: boolean) => boolean
  /** Whether a reader sees that there is a meeting, and its agenda. */
  mayReadMeeting: (reader: Reader, meeting: MeetingRef) => boolean
  /** Whether a slot belongs to a restricted item, or a restricted place, that the reader may not read: not even as an admin. */
  isClosedTo: (reader: Reader, slot: Slot) => boolean
  isClosedSlot: (mapping: string) => boolean
  /** Whether an item that everybody reads names the slot. */
  isNamedOpenly: (mapping: string) => boolean
  /** Whether a slot holds a paper, or held one. */
  holdsPaper: (mapping: string) => boolean
  /** Whether mapping a paper to a slot shows it to nobody else: it isn't restricted, or the slot is of the same items. */
  isOfSameItems: (paper: string, slot: Slot) => boolean
  /** Whether a paper is for fewer people than everybody who reads its meeting. */
  isRestricted: (paper: string) => boolean
  /** Whether the reader sees an item of an agenda that isn't restricted. They may read the meeting. */
  mayReadOpenItem: (reader: Reader, meeting: MeetingRef, item: string) => boolean
  /** A restricted item by the key in its placeholder. */
  restriction: (key: string) => Restriction | undefined
  restrictions: () => Restriction[]
  /** Which restricted items of a meeting a reader may read, as one word; undefined if none. */
  closedAudience: (reader: Reader, meeting: MeetingRef) => string | undefined
  /** Whether any paper is stored apart. */
  hasClosedPapers: () => boolean
  mayReadItem: (reader: Reader, item: ItemThing) => boolean
  /** What a reader is shown of a restricted item: itself, its time as a closed session, or nothing. */
  shownItem: <T extends { time?: string | undefined; duration: number }>(
    reader: Reader,
    restriction: Restriction,
    content: T,
  ) => T | ClosedSession | undefined
  /** Every item that names a restricted slot; none for other slots. */
  itemsOfSlot: (mapping: string) => readonly ItemThing[]
  mayPrepareItem: (reader: Reader, item: ItemThing) => boolean
  /** The meeting as items of it have it. */
  meetingOf: (meeting: MeetingRef) => ItemThing['meeting']
  /** Refuses the image if it only belongs to cards that the reader may not read. */
  mayReadCardImage: (reader: Reader, address: string) => boolean
  /** Whether a card of a meeting has the image: its slot can be closed. */
  isOfMeeting: (address: string) => boolean
}

export type VisibilityParts = Omit<ReadersParts, 'meetingKey'> & {
  /** Every mapping, including hidden ones; the version increases with every change of one or of its document. */
  mappings: Pick<MappingsInMemory, 'ready' | 'all' | 'version' | 'isClosed' | 'earlierDocuments'>
  documents: Pick<SyncedDocumentsService, 'get' | 'hasClosed' | 'isClosed'>
  closedItems: ClosedItems
  agendas: Pick<AgendasInMemory, 'ready' | 'version' | 'get' | 'all'>
  bodies: Pick<BodiesInMemory, 'all' | 'openTo'>
  quarters: QuarterStatesService
  slotSettings: Pick<SlotSettingsService, 'ready' | 'version' | 'isSetAside'>
  folders: Pick<ClosedFoldersService, 'ready' | 'version' | 'isClosed'>
  timeZone: string
  now: () => Date
}

export function createVisibilityService(parts: VisibilityParts): VisibilityService {
  const {
    mappings,
    documents,
    closedItems,
    agendas,
    bodies,
    quarters,
    slotSettings,
    folders,
    timeZone,
    now,
  } = parts
  const readers = createReaders({
    ...parts,
    meetingKey(id) {
      const ref = meetingNamed(id)
      return ref ? meetingOf(ref).key : id
    },
  })
  const today = createDayCounter(timeZone, now)
  const sources = [mappings, closedItems, agendas, readers, quarters, slotSettings, folders]
  // Each only grows, so the sum changes with any of them.
  const version = () => sources.reduce((sum, source) => sum + source.version(), today())

  const meetingOf = (meeting: MeetingRef) =>
    meetingThing(meeting, agendas.get(meeting), { timeZone, openTo: bodies.openTo })
  const restrictions = createRestrictions({ ...parts, thingOf: meetingOf, version })
  const views = createViews({ version, restrictions, now, timeZone })
  /** The place of a paper in a meeting whose readers aren't simply the members. */
  const placeOf = (slot: MeetingSlot, isActive: boolean): ItemThing => ({
    kind: 'item',
    key: slot.materialType,
    isInPreparation: !isActive || quarters.isInPreparation(slot),
    meeting: meetingOf(slot),
  })
  const isForMembers = (slot: Slot) =>
    slot.kind !== 'meeting' || meetingOf(slot).body.openTo === 'members'

  const slotThing = (slot: Slot, isActive: boolean) =>
    ({
      kind: 'slot',
      isActive,
      isInPreparation: slot.kind === 'meeting' && quarters.isInPreparation(slot),
      // A quarter keeps showing what it has.
      isSetAside: slot.kind !== 'meeting' && slotSettings.isSetAside(slot),
    }) as const

  /** The items that name a restricted slot, as its paper belongs to them; undefined if nothing restricts it. */
  const restrictedPlaces = (id: string, isActive: boolean): ItemThing[] | undefined => {
    const items = restrictions.ofSlot(id)
    // Stored apart, although no item is known that closes it: for nobody.
    if (!items) return mappings.isClosed(id) ? [forNobody(timeZone)] : undefined
    return items.map((item) => (isActive ? item : { ...item, isInPreparation: true }))
  }

  /** `items` are of restricted slots, `places` of others in meetings whose readers aren't simply the members. */
  type Holding = { slots: HoldingSlot[]; items: ItemThing[]; places: ItemThing[] }
  const nowhere = (): Holding => ({ slots: [], items: [], places: [] })
  const holdingByPaper = cacheByVersion(version, () => {
    const byPaper = new Map<string, Holding>()
    for (const mapping of mappings.all()) {
      const { id, documentId, active } = mapping
      const slot = slotOf(id)
      if (!slot) continue
      const holding = (documentId && byPaper.get(documentId)) || nowhere()
      if (documentId !== undefined) byPaper.set(documentId, holding)
      const restricted = restrictedPlaces(id, active)
      if (restricted) {
        holding.items.push(...restricted)
        // What the slot held before stays closed.
        for (const earlier of mappings.earlierDocuments(id)) {
          const other = byPaper.get(earlier) ?? nowhere()
          byPaper.set(earlier, { ...other, items: [...other.items, ...restricted] })
        }
      } else if (slot.kind === 'meeting' && !isForMembers(slot))
        holding.places.push(placeOf(slot, active))
      else {
        const showsPaper = sourceOf(mapping) === 'document'
        holding.slots.push({ ...slotThing(slot, active), showsPaper })
      }
    }
    return byPaper
  })

  const slotsByImage = cacheByVersion(version, () => {
    const byPaper = new Map<string, { slot: Slot; isActive: boolean }[]>()
    for (const { id, cardImage, active: isActive } of mappings.all()) {
      const slot = slotOf(id)
      if (cardImage === undefined || !slot) continue
      byPaper.set(cardImage, [...(byPaper.get(cardImage) ?? []), { slot, isActive }])
    }
    return byPaper
  })
  const mayReadItem = (reader: Reader, item: ItemThing) => mayRead(reader, item, now())
  const mayReadSlot: VisibilityService['mayReadSlot'] = (reader, slot, isActive) => {
    const id = mappingId(slot)
    const restricted = restrictedPlaces(id, isActive)
    if (restricted) return restricted.some((item) => mayReadItem(reader, item))
    if (slot.kind !== 'meeting' || (isMember(reader) && isForMembers(slot))) {
      return mayRead(reader, slotThing(slot, isActive), now())
    }
    const places = readsByItems(reader)
      ? placesByItems(id, slot, isActive)
      : [placeOf(slot, isActive)]
    return places.some((item) => mayReadItem(reader, item))
  }
  /** Guests, assistants and invited members read a paper through the items that name it, and through a list. */
  const readsByItems = (reader: Reader) =>
    !isMember(reader) || (reader.invitations ?? []).length > 0
  const placesByItems = (id: string, slot: MeetingSlot, isActive: boolean) =>
    [...restrictions.openItemsOfSlot(id), placeOf(slot, isActive)].map((item) =>
      isActive ? item : { ...item, isInPreparation: true },
    )
  const placesByPaper = cacheByVersion(version, () => {
    const byPaper = new Map<string, ItemThing[]>()
    for (const { id, documentId, active } of mappings.all()) {
      const slot = slotOf(id)
      if (documentId === undefined || slot?.kind !== 'meeting') continue
      const places = placesByItems(id, slot, active)
      byPaper.set(documentId, [...(byPaper.get(documentId) ?? []), ...places])
    }
    return byPaper
  })
  const holdingOf = (id: string): Omit<Holding, 'places'> => {
    const { slots, items: own, places } = holdingByPaper(undefined).get(id) ?? nowhere()
    // No other place shows a restricted paper, not even a committee's.
    if (own.some(isRestricted)) return { slots, items: own }
    if (!documents.isClosed(id)) {
      const deleted = documents.get(id) ? [] : restrictions.ofDeletedPaper(id)
      return { slots, items: [...own, ...places, ...deleted] }
    }
    // It was uploaded for a closed item, and no slot has it. The item may have lost the slot, and another one got it.
    const { closed_for: slot = '', closed_items: keys } = documents.get(id) ?? {}
    const items = keys
      ? keys.flatMap((key) => restrictions.get(key)?.thing ?? []).filter(isRestricted)
      : (restrictions.ofSlot(slot) ?? [])
    const closed = items.some(isRestricted) ? items : [forNobody(timeZone)]
    return { slots, items: [...closed] }
  }

  const readBodies = cacheByVersion(version, (reader: Reader) => {
    if (!isMember(reader)) return undefined
    const seen = bodies.all().filter(({ id, openTo }) => {
      const meeting = { key: '', day: dayOf(now(), timeZone), timeZone, body: { id, openTo } }
      return mayReadItem(reader, { kind: 'item', key: '', isInPreparation: false, meeting })
    })
    return seen.map(({ id }) => id)
  })

  const ready = Promise.all(sources.map((part) => part.ready)).then(() => undefined)
  ready.catch(() => undefined)
  return {
    ready,
    version,
    readerOf: (person) => views.of(readers.of(person)),
    ownReaderOf: readers.of,
    bodiesOf: (person) => readBodies(views.of(readers.of(person))),
    mayReadPaper(reader, paper) {
      const { id, path } = paper
      const { slots, items: own } = holdingOf(id)
      // What a restricted paper's places show is in its items already.
      const isOpen = readsByItems(reader) && !own.some(isRestricted)
      const others = isOpen ? (placesByPaper(undefined).get(id) ?? []) : []
      const items = [...own, ...others]
      const isInClosedFolder = folders.isClosed(path)
      const held = { isUploaded: isUploaded(paper), isInClosedFolder, slots, items }
      return mayRead(reader, { kind: 'paper', ...held }, now())
    },
    mayReadSlot,
    mayReadItem,
    shownItem: (reader, { thing: item, record: { toOthers } }, content) =>
      shownItem(reader, { item, content, toOthers: toOthers ?? 'time' }, now()),
    itemsOfSlot: (id) => restrictions.ofSlot(id) ?? [],
    mayPrepareItem: (reader, item) => mayPrepare(reader, item, now()),
    mayReadOpenItem: (reader, meeting, item) =>
      (isMember(reader) && meetingOf(meeting).body.openTo === 'members') ||
      mayReadItem(reader, restrictions.openItem(meeting, item)),
    isClosedTo(reader, slot) {
      const restricted = restrictedPlaces(mappingId(slot), true)
      return restricted !== undefined && !restricted.some((item) => mayReadItem(reader, item))
    },
    holdsPaper: (id) =>
      mappings.earlierDocuments(id).length > 0 ||
      mappings.all().some((mapping) => mapping.id === id && mapping.documentId !== undefined),
    isClosedSlot: (id) => restrictedPlaces(id, true) !== undefined,
    isNamedOpenly: (id) => restrictions.openItemsOfSlot(id).length > 0,
    isOfSameItems(paper, slot) {
      const closed = holdingOf(paper).items.filter(isRestricted)
      if (closed.length === 0) return true
      const audiences = (items: readonly ItemThing[]) =>
        new Set(items.map(({ audience, meeting }) => JSON.stringify([meeting.key, audience])))
      const [own, ofSlot] = [
        audiences(closed),
        audiences(restrictedPlaces(mappingId(slot), true) ?? []),
      ]
      return ofSlot.size > 0 && [...ofSlot].every((audience) => own.has(audience))
    },
    isRestricted: (paper) => holdingOf(paper).items.some(isRestricted),
    restriction: restrictions.get,
    restrictions: restrictions.all,
    closedAudience(reader, meeting) {
      const { key } = meetingOf(meeting)
      const read = restrictions
        .all()
        .filter(({ thing }) => thing.meeting.key === key && mayReadItem(reader, thing))
      if (read.length === 0) return undefined
      const keys = read.map((each) => each.key).toSorted()
      return createHash('sha256').update(keys.join()).digest('base64url').slice(0, 20)
    },
    hasClosedPapers: documents.hasClosed,
    meetingOf,
    mayReadMeeting(reader, ref) {
      const meeting = meetingOf(ref)
      const isInPreparation = quarters.isInPreparation(ref)
      if (meeting.body.openTo === 'members' && isMember(reader)) {
        return mayRead(reader, { kind: 'quarter', isInPreparation }, now())
      }
      const item = { kind: 'item', key: '', isInPreparation, meeting } as const
      // An assistant reads what the person they work for is invited to.
      const { invitations = [] } = reader.assists ?? reader
      const invited = invitations.flatMap(({ items }) => items)
      if (['', ...invited].some((key) => mayRead(reader, { ...item, key }, now()))) return true
      // Named people needn't be in the body.
      return restrictions
        .all()
        .some(({ thing }) => thing.meeting.key === meeting.key && mayReadItem(reader, thing))
    },
    isOfMeeting: (address) =>
      slotsByImage(undefined)
        .get(address)
        ?.some(({ slot }) => slot.kind === 'meeting') ?? false,
    mayReadCardImage(reader, address) {
      const slots = slotsByImage(undefined).get(address)
      return !slots || slots.some(({ slot, isActive }) => mayReadSlot(reader, slot, isActive))
    },
  }
}
