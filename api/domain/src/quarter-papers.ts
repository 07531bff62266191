import { mappingId, slotOf } from './ids.ts'
import { isQuarterly, isSameMeeting, type MeetingRef } from './meeting-ref.ts'
import { ordersAfterMove } from './own-cards.ts'
import type { Quarter } from './quarter.ts'
import {
  additionalNumber,
  agendaSlot,
  anyPaperTypes,
  isListed,
  isMaterialType,
  isNamedType,
  isOptional,
  type MaterialType,
  type MeetingSlot,
  mostAdditional,
  mostPapers,
  type QuarterSlot,
  slotsOfQuarter,
} from './slot-names.ts'
import { agendaNeedsSlot } from './slot-source.ts'

type Mapped = {
  title?: string | undefined
  order?: number | undefined
  documentId?: string | undefined
  document?: object | undefined
  embedUrl?: string | undefined
  mode?: 'drive' | 'native' | undefined
  problem?: string | undefined
}
type Mappings = Readonly<Record<string, Mapped | undefined>>

/** Every slot that a quarter can have, in the order of the slots. */
export function allSlotsOfQuarter({ year, quarter }: Quarter): QuarterSlot[] {
  const beyond = Array.from({ length: mostAdditional }, (_, index) => additionalType(index + 1))
  const added = beyond.filter((type) => !isNamedType(type))
  return [
    ...slotsOfQuarter({ year, quarter }),
    ...added.map((materialType): QuarterSlot => ({ kind: 'meeting', year, quarter, materialType })),
  ]
}

/**
 * A quarter's papers in the order in which everybody sees them: lists, the reading view, the board book, exports. These
 * are the specification's slots, empty ones too, and every further additional material that holds something.
 */
export function papersOfQuarter(quarter: Quarter, mappings: Mappings): QuarterSlot[] {
  const slots = allSlotsOfQuarter(quarter).filter(
    (slot) => isNamedType(slot.materialType) || isFilled(mappings[mappingId(slot)]),
  )
  // The sort is stable, so equal places follow the order of the slots.
  return slots.toSorted((a, b) => placeOf(a, mappings) - placeOf(b, mappings))
}

/**
 * A meeting's papers in the order in which everybody sees them: of a quarter as `papersOfQuarter`, of every other meeting
 * those of its list that hold something, or have a name for what will be there. Its agenda's slot comes first if its
 * source is the drive.
 */
export function papersOfMeeting(ref: MeetingRef, mappings: Mappings): MeetingSlot[] {
  if (isQuarterly(ref)) return papersOfQuarter(ref, mappings)
  const listed = Object.keys(mappings).flatMap((id) => {
    const slot = slotOf(id)
    return slot && isListed(slot) && isSameMeeting(slot, ref) && hasPlace(mappings[id])
      ? [slot]
      : []
  })
  const agenda = agendaSlot(ref)
  return [
    ...(agendaNeedsSlot(ref, mappings[mappingId(agenda)]) ? [agenda] : []),
    ...listed.toSorted(
      (a, b) =>
        placeOf(a, mappings) - placeOf(b, mappings) || a.materialType.localeCompare(b.materialType),
    ),
  ]
}

/** Where a paper is in the list: its mapping's order, or its place among the slots, from 1. */
export function placeOf(slot: MeetingSlot, mappings: Mappings): number {
  const { order } = mappings[mappingId(slot)] ?? {}
  return order ?? (isMaterialType(slot.materialType) ? defaultPlace(slot.materialType) : mostPapers)
}

/** From 1. */
export function defaultPlace(type: MaterialType): number {
  const before = specifiedPlaces.size - anyPaperTypes.length
  return specifiedPlaces.get(type) ?? before + (additionalNumber(type) ?? mostAdditional)
}

const specifiedPlaces = new Map<MaterialType, number>(
  slotsOfQuarter({ year: 2000, quarter: 1 }).map(({ materialType }, index) => [
    materialType,
    index + 1,
  ]),
)

/**
 * Whether a paper can be moved: an empty one that the quarter may leave empty has no place that matters, and the agenda of
 * another meeting is always the first.
 */
export function isMovable(slot: MeetingSlot, mappings: Mappings): boolean {
  if (isListed(slot)) return hasPlace(mappings[mappingId(slot)])
  if (!isQuarterly(slot)) return false
  return !isOptional(slot) || isFilled(mappings[mappingId(slot)])
}

/**
 * The new orders, by mapping id, that move a paper to the place of another one. `papers` are in their order, with the
 * empty ones that are listed between them.
 */
export function ordersOfMovedPaper(
  papers: readonly MeetingSlot[],
  mappings: Mappings,
  moved: MeetingSlot,
  target: MeetingSlot,
): Map<string, number> {
  const placed = papers.filter((slot) => isQuarterly(slot) || isListed(slot))
  const ids = placed.map(mappingId)
  const orders = ordersAfterMove(
    placed.map((slot) => placeOf(slot, mappings)),
    ids.indexOf(mappingId(moved)),
    ids.indexOf(mappingId(target)),
  )
  // Nothing is stored for an empty one.
  const kept = [...orders].filter(([index]) => isMovable(placed[index]!, mappings))
  return new Map(kept.map(([index, order]) => [ids[index]!, order]))
}

/** The first additional material that holds nothing; undefined if the quarter has as many papers as it can. */
export function nextFreePaper(
  quarter: Quarter,
  mappings: Mappings,
  isSetAside: (slot: QuarterSlot) => boolean = () => false,
): QuarterSlot | undefined {
  return allSlotsOfQuarter(quarter).find(
    (slot) =>
      additionalNumber(slot.materialType) !== undefined &&
      !isFilled(mappings[mappingId(slot)]) &&
      !isSetAside(slot),
  )
}

function additionalType(number: number): MaterialType {
  return `additional-material-${number}`
}

/** Whether a mapping has a place in the list of a meeting that isn't a quarterly one. */
export function hasPlace(mapping: Mapped | undefined): boolean {
  return isFilled(mapping) || (mapping?.title ?? '').trim() !== ''
}

/** Whether anything is mapped, even if it can't be shown now. */
export function isFilled(mapping: Mapped | undefined): boolean {
  if (!mapping) return false
  const { documentId, document, embedUrl, mode, problem } = mapping
  return mode === 'native' || Boolean(documentId || document || embedUrl || problem)
}
