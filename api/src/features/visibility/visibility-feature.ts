import type { ResourceMapping } from '@portal/contract/mappings'
import type { Person } from '@portal/contract/portal'
import { slotOf } from '@portal/domain/ids'
import {
  type HoldingSlot,
  isMember,
  type ItemThing,
  mayRead,
  type Reader,
} from '@portal/domain/may-read'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import type { MeetingSlot, Slot } from '@portal/domain/slot-names'
import { sourceOf } from '@portal/domain/slot-source'
import type { AgendasInMemory } from '../agendas/agendas-feature.ts'
import type { BodiesInMemory } from '../bodies/bodies-feature.ts'
import type { ClosedFoldersService } from '../documents/documents-feature.ts'
import { isUploaded, type SyncedDocument } from '../documents/documents-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import type { SlotSettingsService } from '../slot-settings/slot-settings-feature.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import { createDayCounter, meetingThing } from './meeting-thing.ts'
import { createReaders, type ReadersParts } from './readers.ts'
import { createViews } from './views.ts'

type ReadPaper = Pick<SyncedDocument, 'source' | 'path'> & { id: string }

/** Who may read what. Every feature that returns a paper, or something made from one, checks it here. */
export type VisibilityService = {
  ready: Promise<void>
  /** Increases with every change that a result may depend on, and at the end of each day. */
  version: () => number
  /**
   * The signed-in person as a reader. Readers who may read the same things are the same object until the version
   * increases, so that what is made for them can be cached by it.
   */
  readerOf: (person: Pick<Person, 'uid' | 'kind' | 'isAdmin' | 'viewsAs'>) => Reader
  mayReadPaper: (reader: Reader, paper: ReadPaper) => boolean
  /** `isActive` is the slot's own switch. Slots without a quarter have no preparation. */
  mayReadSlot: (reader: Reader, slot: Slot, isActive: boolean) => boolean
  /** Whether a reader sees that there is a meeting, and its agenda. */
  mayReadMeeting: (reader: Reader, meeting: MeetingRef) => boolean
  /** Refuses the image if it only belongs to cards that the reader may not read. */
  mayReadCardImage: (reader: Reader, address: string) => boolean
}

export type VisibilityParts = ReadersParts & {
  /** Every mapping, including hidden ones; the version increases with every change of one or of its document. */
  mappings: { ready: Promise<void>; all: () => ResourceMapping[]; version: () => number }
  agendas: AgendasInMemory
  bodies: BodiesInMemory
  quarters: QuarterStatesService
  slotSettings: Pick<SlotSettingsService, 'ready' | 'version' | 'isSetAside'>
  folders: Pick<ClosedFoldersService, 'ready' | 'version' | 'isClosed'>
  timeZone: string
  now: () => Date
}

export function createVisibilityService(parts: VisibilityParts): VisibilityService {
  const { mappings, agendas, bodies, quarters, slotSettings, folders, timeZone, now } = parts
  const readers = createReaders(parts)
  const today = createDayCounter(timeZone, now)
  const sources = [mappings, agendas, readers, quarters, slotSettings, folders]
  // Each only grows, so the sum changes with any of them.
  const version = () => sources.reduce((sum, source) => sum + source.version(), today())
  const views = createViews({ version, now, timeZone })

  const meetingOf = (meeting: MeetingRef) =>
    meetingThing(meeting, agendas.get(meeting), { timeZone, openTo: bodies.openTo })
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

  type Holding = { slots: HoldingSlot[]; items: ItemThing[] }
  const holdingByPaper = cacheByVersion(version, () => {
    const byPaper = new Map<string, Holding>()
    for (const mapping of mappings.all()) {
      const { id, documentId, active } = mapping
      const slot = slotOf(id)
      if (documentId === undefined || !slot) continue
      const holding = byPaper.get(documentId) ?? { slots: [], items: [] }
      byPaper.set(documentId, holding)
      if (slot.kind === 'meeting' && !isForMembers(slot)) holding.items.push(placeOf(slot, active))
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
  const mayReadSlot: VisibilityService['mayReadSlot'] = (reader, slot, isActive) =>
    slot.kind === 'meeting' && !(isMember(reader) && isForMembers(slot))
      ? mayRead(reader, placeOf(slot, isActive), now())
      : mayRead(reader, slotThing(slot, isActive), now())

  const ready = Promise.all(sources.map((part) => part.ready)).then(() => undefined)
  ready.catch(() => undefined)
  return {
    ready,
    version,
    readerOf: (person) => views.of(readers.of(person)),
    mayReadPaper(reader, paper) {
      const { id, path } = paper
      const { slots, items } = holdingByPaper(undefined).get(id) ?? { slots: [], items: [] }
      const isInClosedFolder = folders.isClosed(path)
      const held = { isUploaded: isUploaded(paper), isInClosedFolder, slots, items }
      return mayRead(reader, { kind: 'paper', ...held }, now())
    },
    mayReadSlot,
    mayReadMeeting(reader, ref) {
      const meeting = meetingOf(ref)
      const isInPreparation = quarters.isInPreparation(ref)
      if (meeting.body.openTo === 'members' && isMember(reader)) {
        return mayRead(reader, { kind: 'quarter', isInPreparation }, now())
      }
      const item = { kind: 'item', key: '', isInPreparation, meeting } as const
      const invited = (reader.invitations ?? []).flatMap(({ items }) => items)
      return ['', ...invited].some((key) => mayRead(reader, { ...item, key }, now()))
    },
    mayReadCardImage(reader, address) {
      const slots = slotsByImage(undefined).get(address)
      return !slots || slots.some(({ slot, isActive }) => mayReadSlot(reader, slot, isActive))
    },
  }
}
