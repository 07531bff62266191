import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { resourceMapping } from './mappings.ts'
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

/** The most characters an agenda's and its items' texts may have. */
export const agendaLimits = {
  title: 500,
  location: 500,
  description: 10_000,
  itemTitle: 1000,
  itemDescription: 10_000,
  speaker: 200,
} as const

/** The longest item, in minutes: a day. */
export const mostItemMinutes = 1440

/** Names the range that an item's duration lies in. */
export function minutesSentence(least: number): string {
  return `${least} to ${mostItemMinutes} minutes`
}

/** Names the limit that a text is over. */
export function limitSentence(most: number): string {
  return `At most ${most.toLocaleString('en')} characters`
}

const text = (most: number) => z.optional(z.string().check(z.maxLength(most, limitSentence(most))))
const minutes = z
  .number()
  .check(z.gte(0, minutesSentence(0)), z.lte(mostItemMinutes, minutesSentence(0)))

/** An item as it is sent. `text` and `details` are older words for `title` and `description`. */
export const agendaItemContent = z.object({
  /** Without one the API gives it an id. */
  id: text(100),
  title: text(agendaLimits.itemTitle),
  text: text(agendaLimits.itemTitle),
  description: text(agendaLimits.itemDescription),
  details: text(agendaLimits.itemDescription),
  time: text(20),
  /** In minutes; 15 without. */
  duration: z.optional(minutes),
  completed: z.optional(z.boolean()),
  /** `discussion` without. */
  type: text(100),
  speaker: text(agendaLimits.speaker),
})
export type AgendaItemContent = z.infer<typeof agendaItemContent>

/** What an admin writes. A field that is absent stays as it is, an empty one is cleared; items come as a whole. */
export const agendaContent = z.object({
  title: text(agendaLimits.title),
  /** `YYYY-MM-DD`, within the agenda's quarter; `moveAgenda` takes it to another one. */
  date: text(10),
  /** `HH:MM` in the foundation's zone. */
  time: text(20),
  /** After `time`. */
  endTime: text(20),
  location: text(agendaLimits.location),
  description: text(agendaLimits.description),
  items: z.optional(z.array(agendaItemContent).check(z.maxLength(200))),
})
export type AgendaContent = z.infer<typeof agendaContent>

export const listAgendas = endpoint({
  method: 'GET',
  path: '/api/agendas',
  summary:
    'Every native agenda, the newest quarter first. Members receive those that are published and shown.',
  reply: z.array(agendaSummary),
})

export const getAgenda = endpoint({
  method: 'GET',
  path: '/api/agendas/{year}/{quarter}',
  summary:
    'A quarter’s native agenda. Members receive it while it is published and the source of the quarter’s agenda (`notPublished` otherwise).',
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

/**
 * Publish is save and status at once: the content of the editor comes along. It also makes the native agenda the
 * source of the quarter's agenda. While members see a mapped Drive document or embed instead, that takes
 * `showInstead`: without it the answer is `confirmationRequired`.
 */
export const setAgendaStatus = endpoint({
  method: 'PUT',
  path: '/api/agendas/{year}/{quarter}/status',
  summary: 'Publishes an agenda or sets it to draft, and saves content that comes along with it.',
  params: quarterParams,
  body: z.object({
    status: z.enum(['draft', 'published']),
    content: z.optional(agendaContent),
    /** Publishes it in place of the Drive document that members see. */
    showInstead: z.optional(z.boolean()),
  }),
  /** `mapping` is the agenda slot's as this change left it; absent where the slot has none. */
  reply: z.object({ ...agenda.shape, mapping: z.optional(resourceMapping) }),
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
