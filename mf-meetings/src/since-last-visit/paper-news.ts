import type { ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { type Slot, slotName } from '@portal/domain/slot-names'
import { contentKindOf, type PaperKind } from '@portal/shared-ui/paper-kind'
import { changedAt } from '../shared/materials-of.ts'

/** A paper that has changed for the reader. */
export type PaperNews = {
  slot: Slot
  name: string
  kind: PaperKind
  mapping: ResourceMapping
  /** `new`: the portal has shown it since `at`. `changed`: it was shown before, and changed at `at`. */
  what: 'new' | 'changed'
  /** ISO 8601. */
  at: string
}

/**
 * The papers that are new or have changed since a moment, the latest first. Without a moment, all
 * papers whose time is known.
 */
export function paperNews(mappings: Record<string, ResourceMapping>, since = ''): PaperNews[] {
  return Object.values(mappings)
    .flatMap((mapping) => newsOf(mapping, since))
    .toSorted((a, b) => b.at.localeCompare(a.at) || a.name.localeCompare(b.name))
}

function newsOf(mapping: ResourceMapping, since: string): PaperNews[] {
  const slot = slotOf(mapping.id)
  const kind = mapping.active ? contentKindOf(mapping) : undefined
  // What can't be opened is no news.
  if (!slot || !kind || mapping.problem) return []
  // Only admins receive an agenda that isn't published, and so has no time yet.
  if (kind === 'agenda' && mapping.modifiedTime === undefined) return []
  const { shownSince = '' } = mapping
  const paper = { slot, name: mapping.title?.trim() || slotName(slot), kind, mapping }
  // A paper that changed before it was first shown is new.
  const changed = (kind === 'agenda' ? mapping.modifiedTime : changedAt(paper)) ?? ''
  if (shownSince > since) return [{ ...paper, what: 'new', at: later(shownSince, changed) }]
  return changed > since ? [{ ...paper, what: 'changed', at: changed }] : []
}

const later = (one: string, other: string) => (one > other ? one : other)
