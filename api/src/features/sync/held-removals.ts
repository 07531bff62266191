import { type HeldRemovals, type MissingPaper, maxNamedPapers } from '@portal/contract/sync'
import type { MappedSlot } from '../mappings/mappings-feature.ts'
import type { MissingPapers } from './missing-papers.ts'
import { isOfComing } from './removal-steps.ts'

type Named = { id: string; name: string; path: string }

type Known = {
  document: (id: string) => Named | undefined
  slots: ReadonlyMap<string, readonly MappedSlot[]>
}

const collator = new Intl.Collator('en', { numeric: true })

/** The removals that wait for an admin, sorted by name; undefined if there are none. */
export function heldRemovalsOf(list: MissingPapers, known: Known): HeldRemovals | undefined {
  const { held, version } = list
  if (!held) return undefined
  const papers = list.ids
    .flatMap((id) => known.document(id) ?? [])
    .toSorted((a, b) => collator.compare(a.path, b.path) || collator.compare(a.name, b.name))
    .map(({ id, name, path }): MissingPaper => {
      const slots = (known.slots.get(id) ?? []).map((slot) => ({
        ...slot,
        coming: isOfComing(slot.id, held),
      }))
      return { id, name, path, slots }
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  if (papers.length === 0) return undefined
  const { since, reason } = held
  return {
    revision: version,
    total: papers.length,
    since,
    reason,
    papers: papers.slice(0, maxNamedPapers),
  }
}

/** Sorts papers of the upcoming meeting first, then papers in other slots, then the rest. */
function rankOf({ slots }: MissingPaper): number {
  if (slots.some(({ coming }) => coming)) return 0
  return slots.length > 0 ? 1 : 2
}
