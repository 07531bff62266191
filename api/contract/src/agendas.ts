import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { quarterParams } from './quarter.ts'

export const agendaItem = z.object({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  /** `HH:MM` in the foundation's zone. */
  time: z.optional(z.string()),
  /** In minutes. */
  duration: z.number(),
  completed: z.boolean(),
  type: z.string(),
  speaker: z.optional(z.string()),
})
export type AgendaItem = z.infer<typeof agendaItem>

/** The native agenda of a quarter; document id `{year}-Q{quarter}`. */
export const agenda = z.object({
  id: z.string(),
  year: z.number(),
  quarter: z.number(),
  status: z.catch(z.enum(['draft', 'published']), 'draft'),
  title: z.string(),
  /** `YYYY-MM-DD`; times are `HH:MM` in the foundation's zone. */
  date: z.optional(z.string()),
  time: z.string(),
  endTime: z.string(),
  location: z.optional(z.string()),
  description: z.optional(z.string()),
  items: z.array(agendaItem),
  createdAt: z.optional(z.string()),
  updatedAt: z.string(),
  revision: z.number(),
})
export type Agenda = z.infer<typeof agenda>

const { items: _items, ...described } = agenda.shape

/** An agenda in lists: how many items it has, instead of the items. */
export const agendaSummary = z.object({ ...described, itemCount: z.number() })
export type AgendaSummary = z.infer<typeof agendaSummary>

const text = (most: number) => z.optional(z.string().check(z.maxLength(most)))

/** An item as it is sent. `text` and `details` are older words for `title` and `description`. */
export const agendaItemContent = z.object({
  /** Without one the API gives it an id. */
  id: text(100),
  title: text(1000),
  text: text(1000),
  description: text(10_000),
  details: text(10_000),
  time: text(20),
  /** In minutes; 15 without. */
  duration: z.optional(z.number().check(z.gte(0), z.lte(1440))),
  completed: z.optional(z.boolean()),
  /** `discussion` without. */
  type: text(100),
  speaker: text(200),
})
export type AgendaItemContent = z.infer<typeof agendaItemContent>

/** What an admin writes. A field that is absent stays as it is, an empty one is cleared; items come as a whole. */
export const agendaContent = z.object({
  title: text(500),
  /** `YYYY-MM-DD`, within the agenda's quarter; `moveAgenda` takes it to another one. */
  date: text(10),
  /** `HH:MM` in the foundation's zone. */
  time: text(20),
  endTime: text(20),
  location: text(500),
  description: text(10_000),
  items: z.optional(z.array(agendaItemContent).check(z.maxLength(200))),
})
export type AgendaContent = z.infer<typeof agendaContent>

export const listAgendas = endpoint({
  method: 'GET',
  path: '/api/agendas',
  summary: 'Every native agenda, the newest quarter first. Members receive the published ones.',
  reply: z.array(agendaSummary),
})

export const getAgenda = endpoint({
  method: 'GET',
  path: '/api/agendas/{year}/{quarter}',
  summary:
    'A quarter’s native agenda. Members receive it once it is published (`notPublished` before).',
  params: quarterParams,
  reply: agenda,
})

export const saveAgenda = endpoint({
  method: 'PUT',
  path: '/api/agendas/{year}/{quarter}',
  summary: 'Merges content into a quarter’s agenda, or creates it as a draft.',
  params: quarterParams,
  body: agendaContent,
  reply: agenda,
  revised: true,
})

/** Publish is save and status at once: the content of the editor comes along. */
export const setAgendaStatus = endpoint({
  method: 'PUT',
  path: '/api/agendas/{year}/{quarter}/status',
  summary: 'Publishes an agenda or sets it to draft, and saves content that comes along with it.',
  params: quarterParams,
  body: z.object({
    status: z.enum(['draft', 'published']),
    content: z.optional(agendaContent),
  }),
  reply: agenda,
  revised: true,
})

/**
 * To the quarter of the new date, in one step with the content that comes along; within its quarter it is a save.
 * Where that quarter has an agenda the answer is `conflict` with `current`, until `overwrite` names the revision
 * of it that may be replaced. If-Match is the revision of the agenda that is moved. Sent again, it is answered
 * as before.
 */
export const moveAgenda = endpoint({
  method: 'POST',
  path: '/api/agendas/{year}/{quarter}/move',
  summary: 'Moves an agenda to the quarter of another date.',
  params: quarterParams,
  body: z.object({
    date: z.string().check(z.maxLength(10)),
    content: z.optional(agendaContent),
    overwrite: z.optional(z.number().check(z.int(), z.gte(1))),
  }),
  reply: agenda,
  revised: true,
})
