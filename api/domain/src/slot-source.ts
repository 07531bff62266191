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

/**
 * Whether members see a quarter's native agenda, and if not, why: it is a draft, they see the Drive document
 * (`drive`), the source is the drive and nothing is mapped there (`empty`), or its slot is inactive.
 */
export type AgendaVisibility = 'shown' | 'draft' | 'drive' | 'empty' | 'inactive'

/** `mapping` is that of the quarter's agenda slot. */
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
