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

export const getAgenda = endpoint({
  method: 'GET',
  path: '/api/agendas/{year}/{quarter}',
  summary:
    'A quarter’s native agenda. Members receive it once it is published (`notPublished` before).',
  params: quarterParams,
  reply: agenda,
})
