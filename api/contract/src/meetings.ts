import { otherMeetingId } from '@portal/domain/meeting-ref'
import * as z from 'zod/mini'
import { agenda } from './agendas.ts'
import { boardDocument } from './documents.ts'
import { largest, revisionNumber } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { preparing } from './quarters.ts'
import { embedType, mappingChange, resourceMapping } from './mappings.ts'
import { quarterNumber, quarterParams, quarterYear } from '@portal/domain/quarter'

const named = {
  /** The mapping's id. */
  id: z.string(),
  /** The id of its meeting, if that isn't a quarterly one; year and quarter are those of its day then. */
  meeting: z.optional(z.string()),
  year: z.number(),
  quarter: z.number(),
  materialType: z.string(),
  /** The display name, or the slot's own name. */
  title: z.string(),
}

export const nativeMaterial = z.object({ ...named, kind: z.literal('native'), agenda })
export const embeddedMaterial = z.object({
  ...named,
  kind: z.literal('embed'),
  embedUrl: z.string(),
  embedType,
})
export const documentMaterial = z.object({
  ...named,
  kind: z.literal('document'),
  document: boardDocument,
})

/** The content of a meeting's slot: the native agenda, else the embed, else the document. */
export const meetingMaterial = z.discriminatedUnion('kind', [
  nativeMaterial,
  embeddedMaterial,
  documentMaterial,
])
export type MeetingMaterial = z.infer<typeof meetingMaterial>

export const getMeetingMaterial = endpoint({
  method: 'GET',
  path: '/api/meetings/{year}/{quarter}/materials/{materialType}',
  callers: 'members',
  summary: 'A quarter’s material of one type; 404 if its slot is empty for the caller.',
  params: z.object({
    year: quarterYear,
    quarter: quarterNumber,
    materialType: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  ofMeetings: true,
  reply: meetingMaterial,
})

/**
 * The revision is that of the agenda's mapping. `native` creates a draft if the quarter has no agenda. `drive` while
 * nothing is mapped leaves members without an agenda and requires `acceptEmpty`; otherwise the answer is
 * `confirmationRequired`. Without a mapping, the source is the drive for a quarter, and native for every other meeting.
 */
export const setAgendaSource = endpoint({
  method: 'PUT',
  path: '/api/meetings/{year}/{quarter}/agenda-source',
  callers: 'admins',
  summary: 'Chooses where a meeting’s agenda comes from: the drive, or the native agenda.',
  params: quarterParams,
  ofMeetings: true,
  query: preparing,
  body: z.object({
    mode: z.enum(['drive', 'native']),
    acceptEmpty: z.optional(z.boolean()),
  }),
  reply: resourceMapping,
  revised: true,
  fresh: 'content',
})

/**
 * Copies display names, card images, active flags and the agenda's source to the slots without a mapping; never
 * documents, embeds or an agenda's content. Existing mappings stay, so the request can be repeated: `made` contains
 * what this call has added. A quarter that has nothing yet starts in preparation.
 */
export const prepareQuarter = endpoint({
  method: 'POST',
  path: '/api/meetings/{year}/{quarter}/prepare',
  callers: 'admins',
  summary:
    'Sets up a quarter’s slots like those of the previous quarter, or names the papers of another meeting like those of an earlier one.',
  params: quarterParams,
  ofMeetings: true,
  query: z.object({
    /** For a meeting that isn't a quarterly one: another one of its body, by default the last one before it that has papers. */
    from: z.optional(otherMeetingId),
  }),
  reply: z.object({
    from: z.object({ year: z.number(), quarter: z.number() }),
    /** The meeting whose papers' names were copied, if it isn't a quarterly one. */
    fromMeeting: z.optional(z.string()),
    made: z.array(resourceMapping),
  }),
  fresh: 'content',
})

/** Any text: a newer portal has more slots. One that the portal doesn't have is 404. */
const materialType = z.string().check(z.maxLength(100))

/** One paper for one slot; the revision is that of the slot's mapping, `new` if it has none. */
export const paperMapping = z.object({
  materialType,
  documentId: z.string().check(z.minLength(1), z.maxLength(200)),
  title: mappingChange.shape.title,
  revision: z.union([z.literal('new'), revisionNumber]),
})
export type PaperMapping = z.infer<typeof paperMapping>

/**
 * What happened to a paper: `mapped`; `stale` if its slot has changed since the given revision; `gone` if the document
 * isn't in the portal any more.
 */
export const paperOutcome = z.object({
  materialType: z.string(),
  documentId: z.string(),
  outcome: z.enum(['mapped', 'stale', 'gone']),
  /** The slot's mapping as it is stored now; absent if it has none. */
  mapping: z.optional(resourceMapping),
  /** For `stale`, the address of the person who saved that mapping, if known. */
  by: z.optional(z.string()),
})
export type PaperOutcome = z.infer<typeof paperOutcome>

/**
 * All in one transaction. A paper whose slot has changed is left out and reported, and the others are mapped. A
 * repeated request gets the same outcomes and changes nothing. A quarter that has nothing yet starts in preparation.
 */
export const mapPapers = endpoint({
  method: 'POST',
  path: '/api/meetings/{year}/{quarter}/papers',
  callers: 'admins',
  summary: 'Maps documents to slots of a quarter, with an outcome for each.',
  params: quarterParams,
  ofMeetings: true,
  body: z.object({
    papers: z.array(paperMapping).check(z.minLength(1), z.maxLength(largest.slots)),
  }),
  reply: z.object({ papers: z.array(paperOutcome) }),
  fresh: 'content',
})

/** A slot to copy: the revisions of its mapping and of that in the target quarter, `new` if that has none. */
export const slotCopy = z.object({
  materialType,
  revision: revisionNumber,
  target: paperMapping.shape.revision,
  /** Confirms that a document, embed, display name or card image of the target is replaced. */
  replace: z.optional(z.boolean()),
})
export type SlotCopy = z.infer<typeof slotCopy>

/**
 * All or none, as `activateSlots`. Copies document or embed, display name and card image. A slot that is set up already
 * keeps its active flag; a new one gets that of the copied slot. Replacing anything of the target requires `replace`;
 * otherwise the answer is `confirmationRequired`. Between quarters, or meetings of one body that aren't quarterly ones:
 * the latter also get empty places with the names of the copied ones, and the papers' order.
 */
export const copySlots = endpoint({
  method: 'POST',
  path: '/api/meetings/{year}/{quarter}/copies',
  callers: 'admins',
  summary: 'Copies mappings of another meeting to the same slots of this one, in one transaction.',
  params: quarterParams,
  ofMeetings: true,
  body: z.object({
    /** For a quarter. */
    from: z.optional(z.object({ year: quarterYear, quarter: quarterNumber })),
    /** For a meeting that isn't a quarterly one: another one of its body. */
    fromMeeting: z.optional(otherMeetingId),
    slots: z.array(slotCopy).check(z.minLength(1), z.maxLength(largest.slots)),
  }),
  reply: z.object({ mappings: z.array(resourceMapping) }),
  namesRevisions: true,
  fresh: 'content',
})
