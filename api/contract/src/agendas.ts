import * as z from 'zod/mini'
import { revisionNumber } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { preparing } from './quarters.ts'
import { resourceMapping } from './mappings.ts'
import { longText, shortText } from './texts.ts'
import { meetingKinds, meetingStages } from '@portal/domain/meeting-stages'
import { quarterParams } from '@portal/domain/quarter'

/** How many people an audience names, and how many it excepts. */
export const audienceLimits = { people: 100 } as const

/** A paper of an item. */
const itemPaper = z.object({
  /** A slot of the agenda's quarter, as mappings have it: another file in the slot stays the item's paper. */
  materialType: z.string(),
  /** "3–5, 9"; absent for the whole paper. */
  pages: z.optional(z.string()),
})

const people = z
  .array(z.string().check(z.minLength(1), z.maxLength(100)))
  .check(z.maxLength(audienceLimits.people))

/**
 * Who an item is for: everybody who may see the meeting, the body's voting members, or named people. People are ids of
 * directory entries.
 */
export const audience = z.object({
  who: z.enum(['everybody', 'voting', 'named']),
  /** Of a closed session: who belongs to it without a vote. */
  named: z.optional(people),
  /** Who doesn't get the item, regardless of what else it says. */
  except: z.optional(people),
})

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
  /** The directory entry of the presenter, if they were chosen there. `speaker` is their name then, and stays if the entry goes. */
  speakerId: z.optional(z.string()),
  /** In the order of reading; absent if there are none. Members receive those that they can open. */
  papers: z.optional(z.array(itemPaper)),
  /** It belongs to the nearest item above it that isn't a sub-item itself; absent otherwise. */
  subItem: z.optional(z.boolean()),
  /** For those who may prepare the item; absent if it is for everybody. */
  audience: z.optional(audience),
  /** What members outside the audience are shown: *Closed session* with its time, or nothing. */
  toOthers: z.optional(z.enum(['time', 'nothing'])),
  /** The reader isn't in the item's audience: it has nothing but its time. */
  closed: z.optional(z.literal(true)),
})
export type AgendaItem = z.infer<typeof agendaItem>

/**
 * The native agenda of a meeting, which is also its record. The id is that of the meeting: `2026-Q4`, or
 * `2026-11-12-finance`. Year and quarter are those of the meeting's day, if it isn't a quarterly one.
 */
export const agenda = z.object({
  id: z.string(),
  /** Absent for a quarterly meeting, as long as nothing but its agenda was saved. */
  body: z.optional(z.string()),
  kind: z.optional(z.catch(z.enum(meetingKinds), 'special')),
  /** What the meeting has reached; absent for a quarterly meeting whose stage follows from its date. */
  stage: z.optional(z.catch(z.enum(meetingStages), 'planned')),
  /** How often what a calendar shows of the meeting has changed; absent if never. */
  sequence: z.optional(z.number()),
  /** The calendar's event that an admin has matched to the meeting. */
  eventId: z.optional(z.string()),
  /** Only who may see the meeting sees that event. */
  eventLimited: z.optional(z.boolean()),
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
  /** Each item starts when the previous one ends; absent if the items' times are set one by one. */
  timesFollow: z.optional(z.boolean()),
  items: z.array(agendaItem),
  createdAt: z.optional(z.string()),
  updatedAt: z.string(),
  revision: z.number(),
})
export type Agenda = z.infer<typeof agenda>

const { items: _items, ...described } = agenda.shape

/** An agenda in a list, with the number of its items instead of the items. */
export const agendaSummary = z.object({ ...described, itemCount: z.number() })
export type AgendaSummary = z.infer<typeof agendaSummary>

export { lengthMessage } from './texts.ts'

/** Maximum lengths of an agenda's texts, in characters. */
export const agendaLimits = {
  title: 500,
  location: 500,
  description: 10_000,
  itemTitle: 1000,
  itemDescription: 10_000,
  speaker: 200,
  /** The number of an item's papers. */
  papers: 20,
  pages: 100,
} as const

/** Maximum duration of an item in minutes: one day. */
export const maxItemMinutes = 1440

/** The message for a duration out of range. */
export function durationMessage(least: number): string {
  return `${least} to ${maxItemMinutes} minutes`
}

const text = (most: number) => z.optional(shortText(most))
const minutes = z
  .number()
  .check(z.gte(0, durationMessage(0)), z.lte(maxItemMinutes, durationMessage(0)))

const sentPaper = z.object({
  materialType: z.string().check(z.minLength(1), z.maxLength(100)),
  /** "3" or "3–5, 9", with any dash; empty or absent for the whole paper. */
  pages: text(agendaLimits.pages),
})

/** An item as submitted. `text` and `details` are older names of `title` and `description`. */
export const agendaItemContent = z.object({
  /** Assigned by the API if absent. */
  id: text(100),
  title: text(agendaLimits.itemTitle),
  text: text(agendaLimits.itemTitle),
  description: z.optional(longText(agendaLimits.itemDescription)),
  details: z.optional(longText(agendaLimits.itemDescription)),
  time: text(20),
  /** In minutes; defaults to 15. */
  duration: z.optional(minutes),
  completed: z.optional(z.boolean()),
  /** Defaults to `discussion`. */
  type: text(100),
  speaker: text(agendaLimits.speaker),
  /** Absent, a presenter whose name stays keeps it; another name, or an empty text, removes it. */
  speakerId: text(100),
  /**
   * Each slot once, without the agenda's own. Absent, the item keeps the papers that it has: editors of contracts before
   * 1.19.0 don't know them. An empty list removes them.
   */
  papers: z.optional(z.array(sentPaper).check(z.maxLength(agendaLimits.papers))),
  /** Absent, the item stays what it is: editors of earlier contracts don't know sub-items. */
  subItem: z.optional(z.boolean()),
  /** Absent, the item keeps its audience: editors of earlier contracts don't know it. */
  audience: z.optional(audience),
  toOthers: z.optional(z.enum(['time', 'nothing'])),
})
export type AgendaItemContent = z.infer<typeof agendaItemContent>

/**
 * What an admin submits. Absent fields keep their value, and empty ones are cleared. Items are replaced as a whole, but an
 * item that keeps its id keeps the fields that its sender doesn't know.
 */
export const agendaContent = z.object({
  title: text(agendaLimits.title),
  /** `YYYY-MM-DD`, within the agenda's quarter; `moveAgenda` changes the quarter. */
  date: text(10),
  /** `HH:MM` in the foundation's zone. */
  time: text(20),
  /** After `time`. */
  endTime: text(20),
  location: text(agendaLimits.location),
  description: z.optional(longText(agendaLimits.description)),
  /** Whether each item starts when the previous one ends. The items' times are stored as they are sent. */
  timesFollow: z.optional(z.boolean()),
  items: z.optional(z.array(agendaItemContent).check(z.maxLength(200))),
})
export type AgendaContent = z.infer<typeof agendaContent>

export const listAgendas = endpoint({
  method: 'GET',
  path: '/api/agendas',
  callers: 'members',
  summary:
    'Every native agenda, the newest quarter first. Members receive those that are published and shown.',
  reply: z.array(agendaSummary),
})

export const getAgenda = endpoint({
  method: 'GET',
  path: '/api/agendas/{year}/{quarter}',
  callers: 'members',
  summary:
    'A quarter’s native agenda. Members receive it while it is published and the source of the quarter’s agenda (`notPublished` otherwise).',
  params: quarterParams,
  ofMeetings: true,
  reply: agenda,
})

const confirmable = z.object({
  ...preparing.shape,
  /** Confirms that more people can read the papers of closed items (`confirmationRequired` otherwise). */
  confirmed: z.optional(z.enum(['true', 'false'])),
})

export const saveAgenda = endpoint({
  method: 'PUT',
  path: '/api/agendas/{year}/{quarter}',
  callers: 'admins',
  summary: 'Merges content into a quarter’s agenda, or creates it as a draft.',
  params: quarterParams,
  ofMeetings: true,
  query: confirmable,
  body: agendaContent,
  reply: agenda,
  revised: true,
  fresh: 'content',
})

/**
 * Publishing saves the submitted content and sets the status in one step. It also makes the native agenda the source
 * of the quarter's agenda. If members currently see a mapped Drive document or embed, `showInstead` is required;
 * otherwise the answer is `confirmationRequired`.
 */
export const setAgendaStatus = endpoint({
  method: 'PUT',
  path: '/api/agendas/{year}/{quarter}/status',
  callers: 'admins',
  summary: 'Publishes an agenda or sets it to draft, and saves the content sent with it.',
  params: quarterParams,
  ofMeetings: true,
  query: confirmable,
  body: z.object({
    status: z.enum(['draft', 'published']),
    content: z.optional(agendaContent),
    /** Publishes the agenda in place of the Drive document that members see. */
    showInstead: z.optional(z.boolean()),
  }),
  /** The agenda slot's mapping after this change; absent if the slot has none. */
  reply: z.object({ ...agenda.shape, mapping: z.optional(resourceMapping) }),
  revised: true,
  fresh: 'content',
})

/**
 * Moves an agenda to the quarter of the new date, together with its content; within its quarter this is a save. If the
 * other quarter has an agenda, the answer is `conflict` with `current`, unless `overwrite` names the revision to
 * replace. If-Match is the revision of the moved agenda. Repeating the request returns the same answer. An agenda of a
 * quarter in preparation stays hidden: an empty quarter starts in preparation too, in a published one it becomes a draft.
 */
export const moveAgenda = endpoint({
  method: 'POST',
  path: '/api/agendas/{year}/{quarter}/move',
  callers: 'admins',
  summary: 'Moves an agenda to the quarter of another date.',
  params: quarterParams,
  body: z.object({
    date: z.string().check(z.maxLength(10)),
    content: z.optional(agendaContent),
    overwrite: z.optional(revisionNumber),
  }),
  reply: agenda,
  revised: true,
  fresh: 'content',
})

/**
 * If it is the source of the quarter's agenda, the source goes back to the drive. If members then see something else than
 * before, the answer is `confirmationRequired`, with what they will see, unless `confirmed` is `true`.
 */
export const deleteAgenda = endpoint({
  method: 'DELETE',
  path: '/api/agendas/{year}/{quarter}',
  callers: 'admins',
  summary: 'Deletes a quarter’s agenda. Repeating the request succeeds.',
  params: quarterParams,
  ofMeetings: true,
  query: z.object({ confirmed: z.optional(z.enum(['true', 'false'])) }),
  /** The agenda slot's mapping after this change; absent if the slot has none. */
  reply: z.object({ id: z.string(), mapping: z.optional(resourceMapping) }),
  revised: true,
  fresh: 'content',
})

/**
 * An open editor reports itself every 15 s, and is forgotten 45 s after its last report. The same person's other editors
 * aren't in the reply. The audit doesn't have it.
 */
export const reportEditing = endpoint({
  method: 'POST',
  path: '/api/agendas/{year}/{quarter}/editing',
  callers: 'admins',
  summary: 'Reports that the caller is editing an agenda, and replies with who else is.',
  params: quarterParams,
  ofMeetings: true,
  body: z.object({
    /** The open editor: a random id. */
    page: z.string().check(z.minLength(1), z.maxLength(100)),
    /** The item that is being edited. */
    item: text(100),
    /** Of the stored agenda that the edit is based on. */
    revision: z.optional(revisionNumber),
    /** The editor is being closed. */
    leaves: z.optional(z.boolean()),
  }),
  reply: z.object({
    /** At most 20. */
    others: z.array(z.object({ name: z.string(), item: z.optional(z.string()) })),
    /** Of the stored agenda; absent if the quarter has none. */
    revision: z.optional(z.number()),
    /** The e-mail address of who has saved it, if it has another revision than the edit is based on, and they are known. */
    savedBy: z.optional(z.string()),
  }),
  fresh: 'own',
})

/** A coming agenda whose times on the clock name other moments in the new time zone. */
const movedAgenda = z.object({
  id: z.string(),
  title: z.string(),
  date: z.string(),
  time: z.string(),
  /** The moment before, by the new zone’s clock; absent if the agenda can’t have it. */
  kept: z.optional(z.object({ date: z.string(), time: z.string() })),
})

const zoneChange = z.object({
  /** Names of the former time zone and of the foundation’s; absent if there is nothing to decide. */
  change: z.optional(z.object({ from: z.string(), to: z.string(), agendas: z.array(movedAgenda) })),
})
export type ZoneChange = z.infer<typeof zoneChange>

export const getZoneChange = endpoint({
  method: 'GET',
  path: '/api/agendas/zone-change',
  callers: 'admins',
  summary:
    'The coming agendas that a new time zone moves, until an admin has decided about their times.',
  reply: zoneChange,
})

/** Sent again, or about another change than the latest one, it changes nothing. */
export const settleZoneChange = endpoint({
  method: 'POST',
  path: '/api/agendas/zone-change',
  callers: 'admins',
  summary:
    'Decides what a new time zone means for the coming agendas: their times stay on the clock, or are changed so that they keep their moments.',
  body: z.object({
    from: shortText(100),
    to: shortText(100),
    keep: z.enum(['clock', 'moments']),
  }),
  reply: zoneChange,
  fresh: 'content',
})
