import { otherMeetingId } from '@portal/domain/meeting-ref'
import * as z from 'zod/mini'
import { boardDocument, firstPage, paperProblem } from './documents.ts'
import { largest, revisionNumber } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { preparing } from './quarters.ts'
import { quarterNumber, quarterYear } from '@portal/domain/quarter'
import { shortText } from './texts.ts'

export const embedType = z.enum(['external', 'airtable', 'others'])
export type EmbedType = z.infer<typeof embedType>

/** A mapped document as lists show it; absent if the document is gone from the drive. */
export const mappedDocument = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  /** Undefined if pages can't be counted (not a PDF, or not `ready`). */
  pages: z.optional(z.number()),
  modifiedTime: z.string(),
  /** The document's `condition`: whether a PDF could be read. */
  condition: z.optional(boardDocument.shape.condition),
  /** The document's `first_page`. */
  firstPage: z.optional(firstPage),
  /** The number of the shown version; absent until it has been counted. */
  version: z.optional(z.number()),
})

/** The document or embed assigned to a slot. Ids: see `slots.ts`. */
export const resourceMapping = z.object({
  id: z.string(),
  /** The display name; absent to use the slot's own name. */
  title: z.optional(z.string()),
  documentId: z.optional(z.string()),
  mimeType: z.optional(z.string()),
  webViewLink: z.optional(z.string()),
  /** When the document or the published native agenda last changed, ISO 8601. */
  modifiedTime: z.optional(z.string()),
  document: z.optional(mappedDocument),
  /** The document's name when it was mapped, once the document is gone from the drive. */
  documentName: z.optional(z.string()),
  /** Why the slot can’t show its document; absent if it can. Members read a sentence in its place. */
  problem: paperProblem,
  embedUrl: z.optional(z.string()),
  embedType: z.optional(z.catch(embedType, 'others')),
  /** An address under `/api/images/`. */
  cardImage: z.optional(z.string()),
  active: z.boolean(),
  /** Of a card of the foundation's own: one of `cardIcons`. */
  icon: z.optional(z.string()),
  /** The place of a card of the foundation's own among them, or of a paper among those of its quarter. */
  order: z.optional(z.number()),
  /** The foundation does without this card: it shows nothing to members, who aren't offered it either. */
  setAside: z.optional(z.boolean()),
  /** The quarter does without this slot. It counts only while the slot shows nothing; what is mapped clears it. */
  notNeeded: z.optional(z.boolean()),
  /** Not visible to members yet; only an admin who views the portal as a member, with drafts, receives it. */
  draft: z.optional(z.boolean()),
  /** The agenda's source: `native` hides document and embed. */
  mode: z.optional(z.catch(z.enum(['drive', 'native']), 'drive')),
  policyType: z.optional(z.string()),
  resourceType: z.optional(z.string()),
  /** The meeting’s id, of a paper in the list of a meeting that isn’t a quarterly one. */
  meeting: z.optional(z.string()),
  year: z.optional(z.number()),
  quarter: z.optional(z.number()),
  materialType: z.optional(z.string()),
  /**
   * Since when the slot has shown this document, embed or published agenda, ISO 8601. Unknown for slots that were set up
   * before this was recorded.
   */
  shownSince: z.optional(z.string()),
  updatedAt: z.string(),
  revision: z.number(),
})
export type ResourceMapping = z.infer<typeof resourceMapping>

export const resourceMappings = z.record(z.string(), resourceMapping)

/** In characters. */
export const longestEmbedUrl = 2000

/** The pictures of the foundation's own cards. */
export const cardIcons = [
  'document',
  'book',
  'scale',
  'shield',
  'handshake',
  'heart',
  'people',
  'money',
  'calendar',
  'megaphone',
  'landmark',
  'globe',
] as const

/** How many cards of its own a foundation can have of each kind. */
export const mostOwnCards = 40

const title = shortText(200)
const mappingIdText = z.string().check(z.minLength(1), z.maxLength(200))

/** One of the specification's payloads: a document, an embed, a mode, or a partial change. */
export const mappingChange = z.object({
  documentId: z.optional(mappingIdText),
  embedUrl: z.optional(z.string().check(z.maxLength(longestEmbedUrl))),
  embedType: z.optional(embedType),
  title: z.optional(title),
  mimeType: z.optional(z.string().check(z.maxLength(200))),
  active: z.optional(z.boolean()),
  mode: z.optional(z.enum(['drive', 'native'])),
  /** Confirms `mode: 'drive'` while nothing is mapped, which leaves the quarter without an agenda. */
  acceptEmpty: z.optional(z.boolean()),
  /** A data URL of a PNG, JPEG, WebP or GIF up to 2 MB decoded; empty removes the image. */
  cardImage: z.optional(z.string().check(z.maxLength(2_900_000))),
  /** Only of a card of the foundation's own. */
  icon: z.optional(z.enum(cardIcons)),
  /** Of a card of the foundation's own, or of a quarter's paper. */
  order: z.optional(z.number().check(z.gte(0), z.lte(1_000_000))),
  /** Only of a quarter's slot that shows nothing. */
  notNeeded: z.optional(z.boolean()),
  year: z.optional(quarterYear),
  quarter: z.optional(quarterNumber),
  materialType: z.optional(z.string().check(z.maxLength(100))),
  policyType: z.optional(z.string().check(z.maxLength(100))),
  resourceType: z.optional(z.string().check(z.maxLength(100))),
})
export type MappingChange = z.infer<typeof mappingChange>

const params = z.object({ id: mappingIdText })

/** How many quarters the latest mappings have in full. */
export const latestQuarters = 8

export const listMappings = endpoint({
  method: 'GET',
  path: '/api/resource-mappings',
  callers: 'members',
  summary:
    'Mappings by id: all of quarters and cards, those of a meeting, or the latest. Members only receive active ones that resolve to something, or whose paper has a problem.',
  query: z.object({
    /** Both or neither: only the slots of this quarter. */
    year: z.optional(quarterYear),
    quarter: z.optional(quarterNumber),
    /** Only the papers of this meeting, which isn't a quarterly one: `2026-11-12-finance`. */
    meeting: z.optional(otherMeetingId),
    /**
     * Only the slots without a quarter, those of the newest eight quarters (`latestQuarters`), and the thirty that changed
     * last: what the portal's first pages show, however many quarters there are.
     */
    latest: z.optional(z.literal('true')),
    /** With `latest`: also the papers of other meetings among those that changed last. */
    others: z.optional(z.literal('true')),
  }),
  reply: resourceMappings,
})

export const listQuarters = endpoint({
  method: 'GET',
  path: '/api/meetings',
  callers: 'members',
  summary:
    'The years and quarters that have materials for the caller, newest first, and which ones: all quarters, or those of a year.',
  query: z.object({
    /** Only its quarters, and the nearest one with materials before and after it. */
    year: z.optional(quarterYear),
  }),
  reply: z.object({
    /** All years with materials. */
    years: z.array(z.number()),
    quarters: z.array(
      z.object({ year: z.number(), quarter: z.number(), materialTypes: z.array(z.string()) }),
    ),
  }),
})

export const getMapping = endpoint({
  method: 'GET',
  path: '/api/resource-mappings/{id}',
  callers: 'members',
  summary: 'One mapping; 404 if the slot has none that the caller may see.',
  params,
  reply: resourceMapping,
})

export const saveMapping = endpoint({
  method: 'PUT',
  path: '/api/resource-mappings/{id}',
  callers: 'admins',
  summary:
    'Merges a change into a slot’s mapping. A document clears the embed and vice versa. A title at a new id, `governance-{slug}` or `communications-{slug}`, adds a card of the foundation’s own.',
  params,
  query: preparing,
  body: mappingChange,
  reply: resourceMapping,
  revised: true,
  fresh: 'content',
})

/**
 * Takes the document and the embed out of a slot. What belongs to the slot stays: display name, card image, whether it is
 * active, and an agenda's source. An additional material has its name, card image and place from its paper, so they go
 * with it.
 */
export const unmapSlot = endpoint({
  method: 'DELETE',
  path: '/api/resource-mappings/{id}',
  callers: 'admins',
  summary: 'Unmaps a slot, which then shows nothing. Repeating the request succeeds.',
  params,
  reply: resourceMapping,
  revised: true,
  fresh: 'content',
})

export const removeCard = endpoint({
  method: 'DELETE',
  path: '/api/cards/{id}',
  callers: 'admins',
  summary:
    'Removes a card of the foundation’s own, which must be empty. Repeating the request succeeds.',
  params,
  reply: z.object({ id: z.string() }),
  revised: true,
  fresh: 'content',
})

/** A slot with a mapping, and the revision of it that the request is based on. */
export const slotAtRevision = z.object({
  id: mappingIdText,
  revision: revisionNumber,
})
export type SlotAtRevision = z.infer<typeof slotAtRevision>

/**
 * All or none: if any slot has changed since its revision, the answer is `stale`, and `current` has the changed
 * mappings by id. A slot that is as requested already is no conflict, so the request can be repeated.
 */
export const activateSlots = endpoint({
  method: 'POST',
  path: '/api/resource-mappings/active',
  callers: 'admins',
  summary: 'Shows many slots to members, or hides them, in one transaction.',
  body: z.object({
    active: z.boolean(),
    slots: z.array(slotAtRevision).check(z.minLength(1), z.maxLength(largest.slots)),
  }),
  reply: z.object({ mappings: z.array(resourceMapping) }),
  namesRevisions: true,
  fresh: 'content',
})
