import { isQuarterly, type MeetingRef } from './meeting-ref.ts'

/** The fields of a slot's mapping that decide what it resolves to. */
type Mapped = {
  mode?: 'drive' | 'native' | undefined
  embedUrl?: string | undefined
  document?: object | undefined
}

/** What a slot resolves to, whether or not it is active: native agenda, embed, document, in this order. */
export function sourceOf(mapping: Mapped | undefined): 'native' | 'embed' | 'document' | undefined {
  if (mapping?.mode === 'native') return 'native'
  return mapping && driveSourceOf(mapping)
}

/** What is mapped in addition to the native agenda: members see it while the slot's source is the drive. */
export function driveSourceOf({
  embedUrl,
  document,
}: Omit<Mapped, 'mode'>): 'embed' | 'document' | undefined {
  if (embedUrl) return 'embed'
  return document && 'document'
}

const inPortal = { active: true, mode: 'native' } as const

/**
 * Whether the agenda slot decides about a meeting's agenda, by the slot's mapping. A meeting that isn't a quarterly one has
 * its agenda in the portal, without a slot, unless an admin has chosen the drive.
 */
export function agendaNeedsSlot(
  meeting: MeetingRef,
  mapping: Pick<Mapped, 'mode'> | undefined,
): boolean {
  return isQuarterly(meeting) || mapping?.mode === 'drive'
}

/** What decides about a meeting's agenda, by the mapping of its agenda slot. */
export function agendaMappingOf<M extends Mapped>(
  meeting: MeetingRef,
  mapping: M | undefined,
): M | typeof inPortal | undefined {
  return agendaNeedsSlot(meeting, mapping) ? mapping : inPortal
}

/**
 * Whether members see a meeting's native agenda, and if not, why: it is a draft, they see the Drive document
 * (`drive`), the source is the drive and nothing is mapped there (`empty`), or its slot is inactive.
 */
export type AgendaVisibility = 'shown' | 'draft' | 'drive' | 'empty' | 'inactive'

/** `mapping` is what `agendaMappingOf` returns. */
export function agendaVisibility(
  status: 'draft' | 'published',
  mapping: (Mapped & { active: boolean }) | undefined,
): AgendaVisibility {
  if (status === 'draft') return 'draft'
  const source = sourceOf(mapping)
  if (source === undefined) return 'empty'
  if (!mapping?.active) return 'inactive'
  return source === 'native' ? 'shown' : 'drive'
}
