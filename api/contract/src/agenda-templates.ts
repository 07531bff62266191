import { bodyLimits, isBodyId } from '@portal/domain/bodies'
import { otherMeetingId } from '@portal/domain/meeting-ref'
import * as z from 'zod/mini'
import { agendaItem, agendaItemContent } from './agendas.ts'
import { endpoint } from './endpoint.ts'
import { shortText } from './texts.ts'

/** Items that a new agenda may start from, kept by the foundation for its admins. */
export const agendaTemplate = z.object({
  id: z.string(),
  name: z.string(),
  /** The committee whose meetings start from it; absent for the board's. */
  body: z.optional(z.string()),
  /** `HH:MM`: the start of the meeting that the items' times are for. */
  time: z.optional(z.string()),
  /** Never completed. Each id is unique among all templates. */
  items: z.array(agendaItem),
  updatedAt: z.string(),
  revision: z.number(),
})
export type AgendaTemplate = z.infer<typeof agendaTemplate>

/** How many templates a body can have, how many there may be of all bodies, and the length of a name in characters. */
export const agendaTemplateLimits = { count: 30, all: 60, name: 100 } as const

const name = shortText(agendaTemplateLimits.name)

const copiedQuarter = z.object({
  year: z.number().check(z.int(), z.gte(1970), z.lte(2100)),
  quarter: z.number().check(z.int(), z.gte(1), z.lte(4)),
})

const described = {
  time: z.optional(shortText(20)),
  /**
   * The quarter whose agenda the items were copied from: fields of its items that this contract doesn't have are kept
   * in the template too.
   */
  from: z.optional(copiedQuarter),
  /** The same, if the items were copied from a meeting that isn't a quarterly one. */
  fromMeeting: z.optional(otherMeetingId),
}

const items = z.array(agendaItemContent).check(z.minLength(1), z.maxLength(200))

const templateParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })

export const listAgendaTemplates = endpoint({
  method: 'GET',
  path: '/api/agenda-templates',
  callers: 'admins',
  summary: 'Every agenda template with its items, by name; for admins.',
  reply: z.array(agendaTemplate),
})

/**
 * No two templates of a body have the same name, in any case (`conflict`). To make the request repeatable, the client chooses the
 * template's `id` (for example a UUID). Repeating it returns the same template; a different template with this id is a
 * `conflict` too.
 */
export const createAgendaTemplate = endpoint({
  method: 'POST',
  path: '/api/agenda-templates',
  callers: 'admins',
  summary: 'Keeps items as a template. Send your own `id` to make the request repeatable.',
  body: z.object({
    ...described,
    id: z.optional(z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/))),
    name,
    /** A committee; it never changes. Absent, the template is for the board. */
    body: z.optional(z.string().check(z.maxLength(bodyLimits.id), z.refine(isBodyId))),
    items,
  }),
  reply: agendaTemplate,
  fresh: 'content',
})

export const saveAgendaTemplate = endpoint({
  method: 'PUT',
  path: '/api/agenda-templates/{id}',
  callers: 'admins',
  summary: 'Renames a template, or replaces its items. Absent fields keep their value.',
  params: templateParams,
  body: z.object({ ...described, name: z.optional(name), items: z.optional(items) }),
  reply: agendaTemplate,
  revised: true,
  fresh: 'content',
})

export const deleteAgendaTemplate = endpoint({
  method: 'DELETE',
  path: '/api/agenda-templates/{id}',
  callers: 'admins',
  summary: 'Deletes a template; agendas that started from it stay. Repeating the request succeeds.',
  params: templateParams,
  reply: z.object({ id: z.string() }),
  revised: true,
  fresh: 'content',
})
