import type { ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { type HoldingSlot, mayRead, type Reader } from '@portal/domain/may-read'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import type { Slot } from '@portal/domain/slot-names'
import { sourceOf } from '@portal/domain/slot-source'
import type { ClosedFoldersService } from '../documents/documents-feature.ts'
import { isUploaded, type SyncedDocument } from '../documents/documents-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import type { SlotSettingsService } from '../slot-settings/slot-settings-feature.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'

type ReadPaper = Pick<SyncedDocument, 'source' | 'path'> & { id: string }

/** Who may read what. Every feature that returns a paper, or something made from one, checks it here. */
export type VisibilityService = {
  ready: Promise<void>
  /** Increases with every change that a result may depend on. */
  version: () => number
  mayReadPaper: (reader: Reader, paper: ReadPaper) => boolean
  /** `isActive` is the slot's own switch. Slots without a quarter have no preparation. */
  mayReadSlot: (reader: Reader, slot: Slot, isActive: boolean) => boolean
  mayReadQuarter: (reader: Reader, quarter: MeetingRef) => boolean
  /** Refuses the image if it only belongs to cards that the reader may not read. */
  mayReadCardImage: (reader: Reader, address: string) => boolean
}

export type VisibilityParts = {
  /** Every mapping, including hidden ones; the version increases with every change of one or of its document. */
  mappings: { ready: Promise<void>; all: () => ResourceMapping[]; version: () => number }
  quarters: QuarterStatesService
  slotSettings: Pick<SlotSettingsService, 'ready' | 'version' | 'isSetAside'>
  folders: Pick<ClosedFoldersService, 'ready' | 'version' | 'isClosed'>
  now: () => Date
}

export function createVisibilityService({
  mappings,
  quarters,
  slotSettings,
  folders,
  now,
}: VisibilityParts): VisibilityService {
  // Each only grows, so the sum changes with any of them.
  const version = () =>
    mappings.version() + quarters.version() + slotSettings.version() + folders.version()

  const slotThing = (slot: Slot, isActive: boolean) =>
    ({
      kind: 'slot',
      isActive,
      isInPreparation:
        slot.kind === 'meeting' && (!isQuarterly(slot) || quarters.isInPreparation(slot)),
      // A quarter keeps showing what it has.
      isSetAside: slot.kind !== 'meeting' && slotSettings.isSetAside(slot),
    }) as const

  const slotsByPaper = cacheByVersion(version, () => {
    const byPaper = new Map<string, HoldingSlot[]>()
    for (const mapping of mappings.all()) {
      const { id, documentId, active } = mapping
      const slot = slotOf(id)
      if (documentId === undefined || !slot) continue
      const showsPaper = sourceOf(mapping) === 'document'
      const holding = { ...slotThing(slot, active), showsPaper }
      byPaper.set(documentId, [...(byPaper.get(documentId) ?? []), holding])
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
    mayRead(reader, slotThing(slot, isActive), now())

  const ready = Promise.all(
    [mappings, quarters, slotSettings, folders].map((part) => part.ready),
  ).then(() => undefined)
  ready.catch(() => undefined)
  return {
    ready,
    version,
    mayReadPaper(reader, paper) {
      const { id, path } = paper
      const thing = {
        kind: 'paper',
        isUploaded: isUploaded(paper),
        isInClosedFolder: folders.isClosed(path),
        slots: slotsByPaper(undefined).get(id) ?? [],
      } as const
      return mayRead(reader, thing, now())
    },
    mayReadSlot,
    mayReadQuarter: (reader, quarter) =>
      mayRead(
        reader,
        { kind: 'quarter', isInPreparation: quarters.isInPreparation(quarter) },
        now(),
      ),
    mayReadCardImage(reader, address) {
      const slots = slotsByImage(undefined).get(address)
      return !slots || slots.some(({ slot, isActive }) => mayReadSlot(reader, slot, isActive))
    },
  }
}
