import type { ResourceMapping } from '@portal/contract/mappings'

/** What an admin sets of a slot, in words. */
export type MappingSummary = { shown: string; title: string; active: string }

function summaryOf(mapping: ResourceMapping | undefined): MappingSummary {
  return {
    shown: shownBy(mapping) ?? 'No document mapped',
    title: mapping?.title ?? '',
    active: mapping && !mapping.active ? 'Inactive' : 'Active',
  }
}

/** What stands in the slot, in the order in which the portal resolves it. */
export function shownBy(mapping: ResourceMapping | undefined): string | undefined {
  if (mapping?.mode === 'native') return 'Native agenda'
  if (mapping?.embedUrl) return mapping.embedUrl
  if (mapping?.document) return mapping.document.name
  return mapping?.documentId ? 'A document that is no longer in the drive' : undefined
}

export type Difference = { field: string; theirs: string; yours: string }

const fields = [
  ['shown', 'Mapped Document'],
  ['title', 'Display Name'],
  ['active', 'Active'],
] as const

/** Where theirs and yours part; what you left alone counts as yours as it was. */
export function differences(
  base: ResourceMapping | undefined,
  theirs: ResourceMapping,
  yours: Partial<MappingSummary>,
): Difference[] {
  const [before, after] = [summaryOf(base), summaryOf(theirs)]
  return fields
    .map(([key, field]) => ({ field, theirs: after[key], yours: yours[key] ?? before[key] }))
    .filter((difference) => difference.theirs !== difference.yours)
}
