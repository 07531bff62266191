import type { MappingChange, ResourceMapping } from '@portal/contract/mappings'
import { meetingSlot } from '@portal/domain/ids'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { isFilled } from '@portal/domain/quarter-papers'
import {
  isAgendaSlot,
  isOwnCard,
  type MeetingSlot,
  mostPapers,
  type Slot,
} from '@portal/domain/slot-names'
import { Refusal } from '../../refusal.ts'
import { defaultEmbedType, type StoredMapping } from './stored-mapping.ts'

/** A change after its image was stored and its document looked up. */
export type ValidatedChange = Omit<MappingChange, 'cardImage' | 'documentId' | 'embedUrl'> & {
  /** An address; empty removes the image. */
  cardImage?: string
  document?: { id: string; mimeType: string; name: string }
  /** Validated, as returned by `embedAddress`. */
  embedUrl?: string
}

/** What a mapping stores about its document. */
const documentFields = [
  'documentId',
  'documentName',
  'mimeType',
  'webViewLink',
  'modifiedTime',
] as const

export function withoutDocument(mapping: ResourceMapping): ResourceMapping {
  const { document: _, ...rest } = mapping
  for (const name of documentFields) delete rest[name]
  return rest
}

/** A quarter's slot of a type that a request names, or the place of a paper in the list of another meeting. */
export function slotOfType(meeting: MeetingRef, materialType: string): MeetingSlot {
  const slot = meetingSlot(meeting, materialType)
  if (!slot) throw unknownSlot(materialType)
  return slot
}

/** Why a material type or a mapping's id names no slot. */
export function unknownSlot(name: string): Refusal {
  if (/(^|-q[1-4]-)additional-material-[1-9]\d*$/.test(name)) {
    return new Refusal('invalid', `A quarter can have ${mostPapers} papers, and no more fit.`)
  }
  return new Refusal('notFound', 'Material Not Found')
}

/** Refuses a payload that contradicts itself or its slot. */
export function refuseContradictions(slot: Slot, change: MappingChange): void {
  if (change.documentId !== undefined && (change.embedUrl ?? '').trim() !== '') {
    throw new Refusal('invalid', 'A slot shows either a document or an embed, not both.')
  }
  if (change.mode !== undefined && !isAgendaSlot(slot)) {
    throw new Refusal('invalid', 'Only a meeting’s agenda has a source to choose.')
  }
  if (change.notNeeded !== undefined && !(slot.kind === 'meeting' && isQuarterly(slot))) {
    throw new Refusal('invalid', 'Only a quarter’s slot can be not needed this quarter.')
  }
  if (isOwnCard(slot)) {
    if (change.title?.trim() === '') throw new Refusal('invalid', 'A card needs a name.')
  } else if (change.icon !== undefined) {
    throw new Refusal('invalid', 'Only a card of your own has an icon to choose.')
  } else if (change.order !== undefined && slot.kind !== 'meeting') {
    throw new Refusal('invalid', 'Only a paper or a card of your own has a place to choose.')
  }
  const own: Record<string, unknown> = slot
  for (const name of ['year', 'quarter', 'materialType', 'policyType', 'resourceType'] as const) {
    if (change[name] !== undefined && change[name] !== own[name]) {
      throw new Refusal('invalid', 'The change names another slot than its address.')
    }
  }
}

/** The address of an embed: https, without a name or password in it. */
export function embedAddress(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new Refusal('invalid', 'An embed needs an address.')
  if (trimmed.includes('<')) {
    throw new Refusal('invalid', 'Send the embed’s address alone, not its HTML.')
  }
  const url = URL.parse(trimmed)
  if (!url || url.protocol !== 'https:') {
    throw new Refusal('invalid', 'An embed’s address must begin with https://.')
  }
  // Every member would receive it.
  if (url.username !== '' || url.password !== '') {
    throw new Refusal('invalid', 'An embed’s address must not contain a user name or password.')
  }
  return url.href
}

/**
 * The mapping after the change: merged; a document clears the embed, and an embed clears the
 * document.
 */
export function applyMappingChange(
  before: StoredMapping | undefined,
  slot: Slot,
  change: ValidatedChange,
  at: Date,
): StoredMapping {
  const { kind: _, ...named } = slot
  const isOfOther = slot.kind === 'meeting' && isAgendaSlot(slot) && !isQuarterly(slot)
  // Such an agenda is in the portal until its source is chosen.
  const mode = isOfOther ? { mode: 'native' as const } : {}
  const next: StoredMapping = { active: true, ...mode, ...before, ...named }
  if (change.title !== undefined) {
    const title = change.title.trim()
    if (title === '') delete next.title
    else next.title = title
  }
  if (change.icon !== undefined) next.icon = change.icon
  if (change.order !== undefined) next.order = change.order
  if (change.active !== undefined) next.active = change.active
  if (change.mode !== undefined) next.mode = change.mode
  if (change.cardImage === '') delete next.cardImage
  else if (change.cardImage !== undefined) next.cardImage = change.cardImage
  if (change.document) {
    next.documentId = change.document.id
    next.mimeType = change.document.mimeType
    next.documentName = change.document.name
    delete next.embedUrl
    delete next.embedType
  }
  if (change.embedUrl !== undefined) {
    next.embedUrl = change.embedUrl
    for (const name of documentFields) delete next[name]
  }
  if (change.notNeeded !== undefined) next.notNeeded = change.notNeeded
  if (isFilled(next)) {
    if (change.notNeeded) {
      throw new Refusal('invalid', 'This slot shows something. Unmap it first.')
    }
    delete next.notNeeded
  } else if (!next.notNeeded) delete next.notNeeded
  if (next.embedUrl !== undefined) {
    next.embedType = change.embedType ?? next.embedType ?? defaultEmbedType(slot)
  }
  return withHistory(before, next, at)
}

/**
 * With a new time since when the slot shows its content, if readers see something else than before, and with the document
 * that it held before.
 */
export function withHistory(
  before: StoredMapping | undefined,
  next: StoredMapping,
  at: Date,
): StoredMapping {
  const remembered = withEarlierDocument(before, next)
  return showsOther(before, next) ? { ...remembered, shownSince: at.toISOString() } : remembered
}

/** How many of its previous documents a slot remembers. */
const mostEarlier = 10

/** The mapping with the slot's document before the change among its earlier ones. */
export function withEarlierDocument(
  before: StoredMapping | undefined,
  { earlierDocuments: _known, ...next }: StoredMapping,
): StoredMapping {
  const { documentId, earlierDocuments = [] } = before ?? {}
  const held = documentId === undefined ? earlierDocuments : [documentId, ...earlierDocuments]
  const earlier = [...new Set(held)].filter((id) => id !== next.documentId).slice(0, mostEarlier)
  return earlier.length > 0 ? { ...next, earlierDocuments: earlier } : next
}

/** Whether readers see something after the change that they didn't see in this slot before. */
function showsOther(before: StoredMapping | undefined, next: StoredMapping): boolean {
  if (!next.active) return false
  const content = ({ active, mode, documentId, embedUrl }: StoredMapping) =>
    active ? JSON.stringify(mode === 'native' ? ['native'] : [documentId, embedUrl]) : undefined
  return content(next) !== (before && content(before))
}
