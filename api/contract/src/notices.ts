import { anyMeetingId } from '@portal/domain/meeting-ref'
import { noticeFrequencies, type NoticeFrequency } from '@portal/domain/notice-times'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mailContent, mailState } from './mail.ts'
import { shortText } from './texts.ts'

const frequencies = Object.keys(noticeFrequencies) as [NoticeFrequency, ...NoticeFrequency[]]

/** Longest texts in characters, and how many formal notices of a meeting are kept. */
export const noticeLimits = { remark: 500, formal: 20 } as const

/** How a person wants to be written to. Only they see and change it. */
export const noticeChoices = z.object({
  frequency: z.catch(z.enum(frequencies), 'daily'),
  /** New papers, and papers that were replaced. */
  papers: z.boolean(),
  /** A meeting that was called, changed or cancelled. */
  meetings: z.boolean(),
  /** Answers to the person's questions. */
  questions: z.boolean(),
  /** Before a meeting. */
  reminders: z.boolean(),
})
export type NoticeChoices = z.infer<typeof noticeChoices>

const ownNotices = z.object({
  choices: noticeChoices,
  /** Whether the portal sends mail. */
  isOn: z.boolean(),
  /** Where notices are sent; absent if the portal has no address. */
  address: z.optional(z.string()),
  /** `HH:MM` in the foundation's zone: when daily notices go out, and when nothing does. */
  dailyAt: z.string(),
  quiet: z.object({ from: z.string(), to: z.string() }),
  /** How many days before a meeting reminders go out. */
  reminderDays: z.array(z.number()),
})
export type OwnNotices = z.infer<typeof ownNotices>

const meetingParams = z.object({ meeting: anyMeetingId })

export const getOwnNotices = endpoint({
  method: 'GET',
  path: '/api/own-notices',
  callers: 'readers',
  summary: 'How the caller wants to be written to.',
  reply: ownNotices,
  personal: true,
})

export const saveOwnNotices = endpoint({
  method: 'PUT',
  path: '/api/own-notices',
  callers: 'readers',
  summary:
    'Replaces how the caller wants to be written to. It also takes back what they unsubscribed from.',
  body: z.object({
    frequency: z.enum(frequencies),
    papers: z.boolean(),
    meetings: z.boolean(),
    questions: z.boolean(),
    reminders: z.boolean(),
  }),
  reply: ownNotices,
  fresh: 'own',
})

const ownWaiver = z.object({
  /** Whether the caller gets notice of this meeting, and it isn't over. */
  canWaive: z.boolean(),
  /** The notice is late, so that a waiver would help. */
  asked: z.optional(z.boolean()),
  /** When the caller has waived it; ISO 8601, UTC. */
  waivedAt: z.optional(z.string()),
})

export const getOwnWaiver = endpoint({
  method: 'GET',
  path: '/api/own-notices/{meeting}/waiver',
  callers: 'readers',
  summary: 'Whether the caller can waive the formal notice of a meeting, or has done so.',
  params: meetingParams,
  reply: ownWaiver,
  personal: true,
})

export const waiveNotice = endpoint({
  method: 'PUT',
  path: '/api/own-notices/{meeting}/waiver',
  callers: 'readers',
  summary: 'Waives the formal notice of a meeting. Repeating the request changes nothing.',
  params: meetingParams,
  reply: ownWaiver,
  fresh: 'own',
})

const recipient = z.object({
  /** Their entry of the directory, or their account. */
  person: z.string(),
  name: z.string(),
  address: z.optional(z.string()),
})

/** Somebody who gets no mail, and why. */
const byHand = z.object({
  ...recipient.shape,
  why: z.catch(z.enum(['noAddress', 'noAccount']), 'noAddress'),
})

/** The last message about a meeting to a person. `none`: nothing was sent yet. */
const lastMail = z.object({
  /** Of the mail, for *Send again*. */
  id: z.optional(z.string()),
  state: z.catch(z.union([mailState, z.literal('none')]), 'none'),
  at: z.optional(z.string()),
  /** The mail server's own text. */
  reply: z.optional(z.string()),
})

const text = z.object({ subject: z.string(), content: mailContent })

const waiver = z.object({
  person: z.string(),
  name: z.string(),
  at: z.string(),
  /** Of the admin who recorded it; absent if the person pressed it. */
  recordedBy: z.optional(z.string()),
  remark: z.optional(z.string()),
})
export type NoticeWaiver = z.infer<typeof waiver>

/** What is kept of a formal notice that was sent. */
const formalNotice = z.object({
  id: z.string(),
  at: z.string(),
  /** The admin's address. */
  by: z.string(),
  ...text.shape,
  recipients: z.array(z.object({ ...recipient.shape, mail: lastMail })),
  byHand: z.array(byHand),
  /** The last day in time, and whether it was kept. */
  deadline: z.optional(z.string()),
  inTime: z.optional(z.boolean()),
})
export type FormalNotice = z.infer<typeof formalNotice>

const deadline = z.object({
  /** The last day on which the notice can be sent. */
  day: z.string(),
  /** Days of notice. */
  days: z.number(),
  state: z.catch(z.enum(['kept', 'late', 'open', 'due', 'missed']), 'open'),
  text: z.string(),
})

/** What admins see of a meeting's notices. */
const meetingNotices = z.object({
  /** The meeting's id. */
  id: z.string(),
  title: z.string(),
  date: z.optional(z.string()),
  isOn: z.boolean(),
  state: z.catch(z.enum(['notStarted', 'started', 'paused']), 'notStarted'),
  /** Why notices can't be sent now, as a sentence. */
  refusal: z.optional(z.string()),
  startedAt: z.optional(z.string()),
  startedBy: z.optional(z.string()),
  recipients: z.array(z.object({ ...recipient.shape, mail: lastMail })),
  byHand: z.array(byHand),
  /** The first message as most get it. */
  first: text,
  /** How many lines only some of them get. */
  privateLines: z.number(),
  formal: z.object({
    ...text.shape,
    /** Those who get the formal notice: also people who have no account. */
    recipients: z.array(recipient),
    byHand: z.array(byHand),
    deadline: z.optional(deadline),
    sent: z.array(formalNotice),
    waivers: z.array(waiver),
  }),
})
export type MeetingNotices = z.infer<typeof meetingNotices>

export const getMeetingNotices = endpoint({
  method: 'GET',
  path: '/api/notices/{meeting}',
  callers: 'admins',
  summary: 'Who is written to about a meeting, with which text, and how far it has come.',
  params: meetingParams,
  reply: meetingNotices,
})

export const startNotices = endpoint({
  method: 'POST',
  path: '/api/notices/{meeting}/start',
  callers: 'admins',
  fresh: true,
  summary: 'Starts the notices of a meeting, once. Repeating the request changes nothing.',
  params: meetingParams,
  reply: meetingNotices,
})

export const pauseNotices = endpoint({
  method: 'PUT',
  path: '/api/notices/{meeting}/pause',
  callers: 'admins',
  fresh: 'content',
  summary: 'Pauses the notices of a meeting, or resumes them. Reminders wait, too.',
  params: meetingParams,
  body: z.object({ paused: z.boolean() }),
  reply: meetingNotices,
})

export const sendFormalNotice = endpoint({
  method: 'POST',
  path: '/api/notices/{meeting}/formal',
  callers: 'admins',
  fresh: true,
  summary:
    'Sends the formal notice of a meeting, in quiet hours too and to those who unsubscribed, and calls the meeting. Repeating the request sends nothing twice.',
  params: meetingParams,
  body: z.object({
    /** Of this notice: a random one. */
    id: z.string().check(z.regex(/^[a-z0-9-]{8,40}$/, '8 to 40 small letters, digits and hyphens')),
  }),
  reply: meetingNotices,
})

export const recordWaiver = endpoint({
  method: 'PUT',
  path: '/api/notices/{meeting}/waivers/{person}',
  callers: 'admins',
  fresh: 'content',
  summary: 'Records that a person has waived the notice of a meeting otherwise, with a remark.',
  params: z.object({
    meeting: anyMeetingId,
    person: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  body: z.object({ remark: shortText(noticeLimits.remark).check(z.minLength(1)) }),
  reply: meetingNotices,
})

export const listNoticeDeadlines = endpoint({
  method: 'GET',
  path: '/api/notices',
  callers: 'admins',
  summary:
    'The coming meetings whose formal notice has to be sent within a week, or wasn’t sent in time.',
  reply: z.object({
    meetings: z.array(z.object({ id: z.string(), title: z.string(), date: z.string(), deadline })),
  }),
})
