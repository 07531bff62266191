import { isListedPaper, isQuarterly, meetingOf, type MeetingRef } from './meeting-ref.ts'
import type { Quarter } from './quarter.ts'
import { agendaSlot, isMaterialType, type MeetingSlot, type Slot } from './slot-names.ts'
import { longestSlug, slug } from './slug.ts'

export { slugOf } from './slug.ts'

/** The id of a quarter and of its native agenda: `2026-Q4`. */
export function quarterId({ year, quarter }: Quarter): string {
  return `${year}-Q${quarter}`
}

/**
 * A slot's mapping id, as section 3 of the specification writes it. A paper of another meeting has its meeting's id and
 * its own key: `meeting-2026-11-12-finance--k2`.
 */
export function mappingId(slot: Slot): string {
  if (slot.kind === 'meeting') {
    return isQuarterly(slot)
      ? `meeting-${slot.year}-q${slot.quarter}-${slot.materialType}`
      : `meeting-${slot.meeting}--${slot.materialType}`
  }
  if (slot.kind === 'governance') return `governance-${slot.policyType}`
  return `communications-${slot.resourceType}`
}

/** The slot a mapping id names, or undefined when it names none. A card's id may name one that nobody has added. */
export function slotOf(id: string): Slot | undefined {
  const meeting = /^meeting-(\d{4})-q([1-4])-(.+)$/.exec(id)
  if (meeting) {
    const [year, quarter, materialType] = [Number(meeting[1]), Number(meeting[2]), meeting[3]!]
    const known = year >= 1970 && year <= 2100 && isMaterialType(materialType)
    return known ? { kind: 'meeting', year, quarter, materialType } : undefined
  }
  const [, other, materialType] = /^meeting-(.+)--([a-z0-9-]+)$/.exec(id) ?? []
  if (other !== undefined && materialType !== undefined) {
    const of = meetingOf(other)
    return of && !isQuarterly(of) ? meetingSlot(of, materialType) : undefined
  }
  const [kind, ...rest] = id.split('-')
  const type = rest.join('-')
  if (type.length > longestSlug || !slug.test(type)) return undefined
  if (kind === 'governance') return { kind, policyType: type }
  if (kind === 'communications') return { kind, resourceType: type }
  return undefined
}

/** The meeting that has a paper with this mapping id; undefined for a card, and for an id that names no slot. */
export function meetingOfMapping(id: string): MeetingRef | undefined {
  const slot = slotOf(id)
  if (slot?.kind !== 'meeting') return undefined
  return isQuarterly(slot) ? { year: slot.year, quarter: slot.quarter } : { meeting: slot.meeting }
}

/**
 * A quarter's slot of a type, or another meeting's: its agenda's, or the place of a paper in its list. Undefined if it
 * can't have one.
 */
export function meetingSlot(meeting: MeetingRef, materialType: string): MeetingSlot | undefined {
  if (!isQuarterly(meeting)) {
    if (materialType === 'agenda') return agendaSlot(meeting)
    const { meeting: of } = meeting
    return isListedPaper(materialType) ? { kind: 'meeting', meeting: of, materialType } : undefined
  }
  const { year, quarter } = meeting
  return isMaterialType(materialType) ? { kind: 'meeting', year, quarter, materialType } : undefined
}

/** Each agenda item's own id. An item without one, or with the id of another item, gets the same id every time. */
export function itemIds(given: readonly (string | undefined)[]): string[] {
  const taken = new Set(given)
  return given.map((id, index) => {
    if (id !== undefined && given.indexOf(id) === index) return id
    let own = `item-${index + 1}`
    while (taken.has(own)) own += '-2'
    taken.add(own)
    return own
  })
}
