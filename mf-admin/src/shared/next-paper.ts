import { mappingId } from '@portal/domain/ids'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { lastOrder } from '@portal/domain/own-cards'
import {
  allSlotsOfQuarter,
  defaultPlace,
  isMovable,
  nextFreePaper,
  papersOfMeeting,
  placeOf,
} from '@portal/domain/quarter-papers'
import { type MeetingSlot, mostPapers } from '@portal/domain/slot-names'
import type { Mappings } from './quarter-queries.ts'
import type { IsSetAside } from './slot-settings.ts'

/**
 * Where a paper can be added: a quarter's first free additional material, a new place in the list of another meeting.
 * Undefined if the meeting has as many papers as it can.
 */
export function nextPaper(
  meeting: MeetingRef,
  mappings: Mappings,
  isSetAside: IsSetAside,
): MeetingSlot | undefined {
  if (isQuarterly(meeting)) return nextFreePaper(meeting, mappings, isSetAside)
  if (papersOfMeeting(meeting, mappings).length >= mostPapers) return undefined
  const materialType = crypto.randomUUID().replaceAll('-', '')
  return { kind: 'meeting', meeting: meeting.meeting, materialType }
}

/** The order that places a paper after the others; undefined if it is there without one. */
export function orderAtEnd(
  slot: MeetingSlot,
  meeting: MeetingRef,
  mappings: Mappings,
): number | undefined {
  const places = papersOfMeeting(meeting, mappings)
    .filter((paper) => isMovable(paper, mappings))
    .map((paper) => placeOf(paper, mappings))
  const isThere = 'year' in slot && places.every((place) => place < defaultPlace(slot.materialType))
  return isThere ? undefined : lastOrder(places)
}

/** The place of a meeting's paper that shows a document already. */
export function paperShowing(
  documentId: string,
  meeting: MeetingRef,
  mappings: Mappings,
): MeetingSlot | undefined {
  const slots = isQuarterly(meeting)
    ? allSlotsOfQuarter(meeting)
    : papersOfMeeting(meeting, mappings)
  return slots.find(
    (slot) =>
      slot.materialType !== 'agenda' && mappings[mappingId(slot)]?.documentId === documentId,
  )
}
