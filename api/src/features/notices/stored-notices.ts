import { createHash } from 'node:crypto'
import { mailContent } from '@portal/contract/mail'
import { noticeFrequencies, type NoticeFrequency } from '@portal/domain/notice-times'
import * as z from 'zod/mini'
import { leaseOf } from '../../platform/background/lease.ts'
import { defineCollection } from '../../platform/store/collection.ts'

/** What is sent of a meeting when and where it is; times are `HH:MM` in the foundation's zone. */
const facts = z.object({
  title: z.string(),
  date: z.optional(z.string()),
  time: z.string(),
  endTime: z.string(),
  location: z.optional(z.string()),
  stage: z.string(),
})
export type MeetingFacts = z.infer<typeof facts>

const meetingState = z.object({
  /** Absent while its readers don't see them: its agenda is a draft. */
  facts: z.optional(facts),
  /** By the id of the place: what it shows, without a name. */
  papers: z.record(z.string(), z.string()),
})
export type MeetingState = z.infer<typeof meetingState>

/**
 * What happened. `started`: the meeting's notices did. Papers are named by their place, never by a title. `answered` and
 * what other features add later have the id of what they are about.
 */
const eventKinds = [
  'started',
  'paperPublished',
  'paperReplaced',
  'agendaPublished',
  'called',
  'timeChanged',
  'placeChanged',
  'cancelled',
  'restored',
  'answered',
] as const
export type EventKind = (typeof eventKinds)[number]

const event = z.object({
  kind: z.catch(z.union([z.enum(eventKinds), z.string()]), 'unknown'),
  /** ISO 8601, UTC. */
  at: z.string(),
  subject: z.optional(z.string()),
})
const numberedEvent = z.object({ ...event.shape, /** From 1. */ n: z.number() })
export type NumberedEvent = z.infer<typeof numberedEvent>

/** Collection `notices`, by the meeting's permanent key. */
const storedNotices = z.object({
  startedAt: z.string(),
  /** The admin's address. */
  startedBy: z.string(),
  pausedAt: z.optional(z.string()),
  /** The meeting's id: the agenda of a quarterly one can move to another quarter. */
  of: z.string(),
  /** When the state was compared last. */
  seenAt: z.string(),
  state: meetingState,
  /** In their order; the oldest are left out once there are too many. */
  events: z.array(numberedEvent),
})
export type StoredNotices = z.infer<typeof storedNotices>
export const noticesCollection = defineCollection('notices', storedNotices)

/** What other features have reported, until it is numbered among the events of its meeting. */
export const noticeEventsCollection = defineCollection(
  'notice_events',
  z.object({ meeting: z.string(), ...event.shape }),
)

/** By person: what they have been told, by the meeting's key. */
const progress = z.object({
  meetings: z.record(
    z.string(),
    z.object({
      /** The number of the last event. */
      told: z.number(),
      /** The reminders that went out: the meeting's day and how many days before. */
      reminded: z.array(z.string()),
      /** The last mail that has something about the meeting. */
      mail: z.optional(z.string()),
    }),
  ),
})
export type NoticeProgress = z.infer<typeof progress>
export const noticeProgressCollection = defineCollection('notice_progress', progress)

const frequencies = Object.keys(noticeFrequencies) as [NoticeFrequency, ...NoticeFrequency[]]

/** By person: their choices, which nobody else sees. */
const storedChoices = z.object({
  frequency: z.catch(z.enum(frequencies), 'daily'),
  papers: z.boolean(),
  meetings: z.boolean(),
  questions: z.boolean(),
  reminders: z.boolean(),
})
export type StoredChoices = z.infer<typeof storedChoices>
export const noticeChoicesCollection = defineCollection('notice_choices', storedChoices)

export const firstChoices: StoredChoices = {
  frequency: 'daily',
  papers: true,
  meetings: true,
  questions: true,
  reminders: true,
}

const namedPerson = z.object({
  person: z.string(),
  name: z.string(),
  address: z.optional(z.string()),
})

/** The proof of a formal notice that was sent; the id is its own. */
export const storedFormal = z.object({
  /** The meeting's permanent key. */
  meeting: z.string(),
  at: z.string(),
  by: z.string(),
  subject: z.string(),
  content: mailContent,
  recipients: z.array(z.object({ ...namedPerson.shape, mail: z.string() })),
  byHand: z.array(z.object({ ...namedPerson.shape, why: z.enum(['noAddress', 'noAccount']) })),
  deadline: z.optional(z.string()),
  inTime: z.optional(z.boolean()),
  /** The time that it names; it doesn't count once the meeting has moved. Absent in notices of earlier releases. */
  time: z.optional(z.object({ date: z.string(), time: z.string() })),
})
export type StoredFormal = z.infer<typeof storedFormal>
export const formalNoticesCollection = defineCollection('formal_notices', storedFormal)

export const storedWaiver = z.object({
  /** The meeting's permanent key. */
  meeting: z.string(),
  person: z.string(),
  name: z.string(),
  at: z.string(),
  /** The admin's address, if the person didn't press it themselves. */
  recordedBy: z.optional(z.string()),
  remark: z.optional(z.string()),
})
export const waiversCollection = defineCollection('notice_waivers', storedWaiver)

/** A person waives the notice of a meeting once. */
export function waiverId(meeting: string, person: string): string {
  return createHash('sha256').update(`${person}\n${meeting}`).digest('hex').slice(0, 32)
}

/** One document: the run that prepares notices. */
export const noticeRunCollection = defineCollection(
  'notice_run',
  z.object({ lease: leaseOf(z.number()) }),
)
export const noticeRunId = 'run'
