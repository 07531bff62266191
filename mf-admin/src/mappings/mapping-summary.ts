import type { ResourceMapping } from '@portal/contract/mappings'
import type { Difference } from '../shared/dialogs/both-versions.tsx'
import { contentName } from './readiness/readiness.ts'

/** The settings of a slot, in words. */
export type MappingSummary = { shown: string; title: string; active: string; image: string }

function summaryOf(mapping: ResourceMapping | undefined): MappingSummary {
  return {
    shown: contentName(mapping) ?? 'No document mapped',
    title: mapping?.title ?? '',
    active: mapping && !mapping.active ? 'Inactive' : 'Active',
    image: mapping?.cardImage ? 'An image' : 'No image',
  }
}

const fields = [
  ['shown', 'Mapped Document'],
  ['title', 'Display Name'],
  ['active', 'Active'],
  ['image', 'Card image'],
] as const

/** The settings in which theirs and yours differ; one you didn't touch has its original value. */
export function mappingDifferences(
  base: ResourceMapping | undefined,
  theirs: ResourceMapping,
  yours: Partial<MappingSummary>,
): Difference[] {
  const [before, after] = [summaryOf(base), summaryOf(theirs)]
  return fields
    .map(([key, field]) => ({ field, theirs: after[key], yours: yours[key] ?? before[key] }))
    .filter((difference) => difference.theirs !== difference.yours)
}
