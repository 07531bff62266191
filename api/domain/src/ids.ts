import { plainText } from './contains-words.ts'
import type { Quarter } from './quarter.ts'
import { isMaterialType, type Slot } from './slot-names.ts'

/** The id of a quarter and of its native agenda: `2026-Q4`. */
export function quarterId({ year, quarter }: Quarter): string {
  return `${year}-Q${quarter}`
}

/** A slot's mapping id, as section 3 of the specification writes it. */
export function mappingId(slot: Slot): string {
  if (slot.kind === 'meeting') return `meeting-${slot.year}-q${slot.quarter}-${slot.materialType}`
  if (slot.kind === 'governance') return `governance-${slot.policyType}`
  return `communications-${slot.resourceType}`
}

/** The part of a card's id that names it among its kind. */
const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** In characters. */
const longestSlug = 60

/** The part of an id that a name gives a card of the foundation's own; empty if no letter of it can be part of one. */
export function slugOf(name: string): string {
  const letters = plainText(name).replaceAll(/['’]/g, '').replaceAll('&', ' and ')
  const words = letters.match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, longestSlug).replace(/-$/, '')
}

/** The slot a mapping id names, or undefined when it names none. A card's id may name one that nobody has added. */
export function slotOf(id: string): Slot | undefined {
  const meeting = /^meeting-(\d{4})-q([1-4])-(.+)$/.exec(id)
  if (meeting) {
    const [year, quarter, materialType] = [Number(meeting[1]), Number(meeting[2]), meeting[3]!]
    const known = year >= 1970 && year <= 2100 && isMaterialType(materialType)
    return known ? { kind: 'meeting', year, quarter, materialType } : undefined
  }
  const [kind, ...rest] = id.split('-')
  const type = rest.join('-')
  if (type.length > longestSlug || !slug.test(type)) return undefined
  if (kind === 'governance') return { kind, policyType: type }
  if (kind === 'communications') return { kind, resourceType: type }
  return undefined
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
