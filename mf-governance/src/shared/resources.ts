import { paperProblemSentences } from '@portal/domain/paper-problem'
import { dateFormat } from '@portal/domain/date-format'
import type { FirstPage } from '@portal/contract/documents'
import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { ownCardsAmong } from '@portal/domain/own-cards'
import { type CardSlot, type Slot, slotName, specifiedCards } from '@portal/domain/slot-names'
import { paperFacts, type PaperKind, paperKindOf } from '@portal/shared-ui/paper-kind'

/** A mapped and active slot: something a member can open. */
export type Resource = { id: string; name: string; mapping: ResourceMapping }

/** The id of a placeholder document: treated as not found. */
export function isPlaceholder({ documentId, embedUrl }: ResourceMapping): boolean {
  return !embedUrl && /^placeholder/i.test(documentId ?? '')
}

type Mappings = Record<string, ResourceMapping>

/** The resource in a slot; undefined when the slot is unmapped, inactive or empty. */
export function resourceIn(mappings: Mappings, slot: Slot): Resource | undefined {
  const id = mappingId(slot)
  const mapping = mappings[id]
  if (!mapping?.active || isPlaceholder(mapping)) return undefined
  if (!(mapping.embedUrl || mapping.document || mapping.problem)) return undefined
  return { id, name: mapping.title?.trim() || slotName(slot), mapping }
}

/** The resources of a kind: the specification's cards in its order, then the foundation's own in theirs. */
export function resourcesIn(mappings: Mappings, kind: CardSlot['kind']): Resource[] {
  const cards = [...specifiedCards[kind], ...ownCardsAmong(mappings, kind)]
  return cards.flatMap((card) => resourceIn(mappings, card) ?? [])
}

/** What opens: a web page, or a file of some kind. */
export function kindOf({ mapping }: Resource): PaperKind {
  if (mapping.embedUrl) return 'page'
  return paperKindOf(mapping.document ?? { mimeType: mapping.mimeType ?? '' })
}

/** "PDF · 12 pages" or "Web page": what opens, in words. */
export function factsOf(resource: Resource): string {
  const { embedUrl, document, problem } = resource.mapping
  if (problem) return paperProblemSentences[problem]
  return paperFacts(kindOf(resource), embedUrl ? undefined : document?.pages)
}

/** The first page of the paper that opens; undefined for a web page. */
export function firstPageOf({ mapping }: Resource): FirstPage | undefined {
  return mapping.embedUrl ? undefined : mapping.document?.firstPage
}

/** "Updated 3 October", where the document's own date is known. */
export function updatedText({ mapping }: Resource, timeZone: string): string | undefined {
  const changed = mapping.embedUrl ? undefined : mapping.document?.modifiedTime
  return changed === undefined ? undefined : `Updated ${dateText(changed, timeZone)}`
}

/** "3 October 2026" in the foundation's time zone; without the year if it is the current one. */
export function dateText(moment: string, timeZone: string): string {
  const format = dateFormat({
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const partsOf = (date: Date) =>
    Object.fromEntries(format.formatToParts(date).map((part) => [part.type, part.value]))
  const parts = partsOf(new Date(moment))
  const year = parts.year === partsOf(new Date()).year ? '' : ` ${parts.year}`
  return `${parts.day} ${parts.month}${year}`
}
