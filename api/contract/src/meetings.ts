import * as z from 'zod/mini'
import { agenda } from './agendas.ts'
import { boardDocument } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { embedType, resourceMapping } from './mappings.ts'
import { quarterNumber, quarterParams, year } from './quarter.ts'

const named = {
  /** The mapping's id. */
  id: z.string(),
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

/** What stands in a meeting's slot, resolved: the native agenda, else the embed, else the document. */
export const meetingMaterial = z.discriminatedUnion('kind', [
  nativeMaterial,
  embeddedMaterial,
  documentMaterial,
])
export type MeetingMaterial = z.infer<typeof meetingMaterial>

export const getMeetingMaterial = endpoint({
  method: 'GET',
  path: '/api/meetings/{year}/{quarter}/materials/{materialType}',
  summary: 'A quarter’s material of a type; 404 where nothing stands in its slot for the caller.',
  params: z.object({
    year,
    quarter: quarterNumber,
    materialType: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  reply: meetingMaterial,
})

/**
 * The revision is the agenda mapping's. `native` begins a draft where the quarter has no agenda. `drive` while
 * nothing is mapped leaves members without an agenda and takes `acceptEmpty`: without it the answer is
 * `confirmationRequired`.
 */
export const setAgendaSource = endpoint({
  method: 'PUT',
  path: '/api/meetings/{year}/{quarter}/agenda-source',
  summary: 'Chooses where a quarter’s agenda comes from: the drive, or the native agenda.',
  params: quarterParams,
  body: z.object({
    mode: z.enum(['drive', 'native']),
    acceptEmpty: z.optional(z.boolean()),
  }),
  reply: resourceMapping,
  revised: true,
})

/**
 * Copies display names, card images, active flags and the agenda's source into the slots that have no mapping
 * yet; never documents, embeds or an agenda's content. What is there stays, so it can be sent again: `made` is
 * what this very call has added.
 */
export const prepareQuarter = endpoint({
  method: 'POST',
  path: '/api/meetings/{year}/{quarter}/prepare',
  summary: 'Sets a quarter’s slots up as those of the quarter before.',
  params: quarterParams,
  reply: z.object({
    from: z.object({ year: z.number(), quarter: z.number() }),
    made: z.array(resourceMapping),
  }),
})
