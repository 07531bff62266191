import { isDay } from '@portal/domain/days'
import { anyMeetingId } from '@portal/domain/meeting-ref'
import {
  type ReplyAnswer,
  replyAnswerNames,
  replyLimits,
  type ReplySource,
  replySources,
} from '@portal/domain/replies'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { longText } from './texts.ts'

/** One of `in-person`, `video`, `cannot-come` and `not-sure`. */
export const replyAnswer = z.enum(replyAnswerNames as [ReplyAnswer, ...ReplyAnswer[]])

/** When a meeting is: a day, and `HH:MM` in the foundation's zone. */
export const meetingTime = z.object({ date: z.string(), time: z.string(), endTime: z.string() })

const meeting = z.object({
  /** `2026-Q4`, or `2026-11-12-finance`. */
  id: z.string(),
  title: z.string(),
  /** The body's name. */
  body: z.string(),
  ...meetingTime.shape,
  location: z.optional(z.string()),
})

const answerInReply = z.optional(z.catch(z.optional(replyAnswer), undefined))

/** A meeting to come that the caller is asked to reply to, and their reply. */
export const ownReply = z.object({
  meeting,
  /** For an assistant: the name of the person that they reply for. */
  of: z.optional(z.string()),
  /** Absent while no reply to the meeting at its present time is there. */
  answer: answerInReply,
  /** To the secretary. Only staff and its author see it. */
  note: z.optional(z.string()),
  /** The time that the last reply was given for, if the meeting has moved since. */
  movedFrom: z.optional(meetingTime),
  /** Staff entered it, such as after a telephone call. */
  entered: z.optional(z.boolean()),
  /** Absent without a reply. */
  revision: z.optional(z.number()),
})
export type OwnReply = z.infer<typeof ownReply>

const sentTime = z.object({
  date: z.string().check(z.maxLength(10), z.refine(isDay, 'A day such as 2026-11-12')),
  time: z.string().check(z.maxLength(20)),
  endTime: z.string().check(z.maxLength(20)),
})

const sentReply = z.object({
  answer: replyAnswer,
  /** Without it, the note stays as it is; an empty one removes it. */
  note: z.optional(longText(replyLimits.note)),
  /** The time that the person saw. If the meeting has moved since, the reply is refused. */
  time: sentTime,
})

const meetingParams = z.object({ meeting: anyMeetingId })

export const listOwnReplies = endpoint({
  method: 'GET',
  path: '/api/own-replies',
  callers: 'readers',
  summary:
    'The meetings to come that the caller is asked to reply to, with their replies, the earliest first, at most 30.',
  reply: z.object({ replies: z.array(ownReply) }),
})

export const saveOwnReply = endpoint({
  method: 'PUT',
  path: '/api/own-replies/{meeting}',
  callers: 'readers',
  summary:
    'Replies to a meeting. An assistant replies for the person that they work for, if that person allows it. Repeating the request changes nothing.',
  params: meetingParams,
  body: sentReply,
  reply: ownReply,
  revised: true,
  fresh: 'content',
})

/** A person who is asked, as staff see them. */
export const meetingReply = z.object({
  /** An entry of the directory, or an account's uid. */
  person: z.string(),
  name: z.string(),
  /** Of their term on the meeting's day; absent for guests, and for members of a board without terms. */
  office: z.optional(z.string()),
  /** Whether they count for the quorum. */
  votes: z.boolean(),
  guest: z.optional(z.boolean()),
  /** Whether a reminder can be mailed to them. */
  hasAddress: z.boolean(),
  answer: answerInReply,
  note: z.optional(z.string()),
  movedFrom: z.optional(meetingTime),
  source: z.optional(
    z.catch(
      z.optional(z.enum(Object.keys(replySources) as [ReplySource, ...ReplySource[]])),
      undefined,
    ),
  ),
  /** Who entered it for them: staff after a telephone call, or their assistant. */
  enteredBy: z.optional(z.string()),
  /** ISO 8601, UTC. */
  repliedAt: z.optional(z.string()),
  revision: z.optional(z.number()),
})
export type MeetingReply = z.infer<typeof meetingReply>

/** Numbers of voting members; `forecastSentence` has them in words. */
export const quorumForecast = z.object({
  inOffice: z.number(),
  quorum: z.number(),
  inPerson: z.number(),
  video: z.number(),
  notSure: z.number(),
  cannotCome: z.number(),
  missing: z.number(),
  excepted: z.number(),
  outlook: z.catch(z.enum(['expected', 'open', 'short', 'nobodyInOffice']), 'open'),
})

/** An item that some people don't get. */
const itemForecast = z.object({
  id: z.string(),
  title: z.string(),
  /** The names of those who don't take part. */
  except: z.array(z.string()),
  forecast: quorumForecast,
})

/** What one press on *Remind* did. */
export const replyRequest = z.object({
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  by: z.string(),
  /** How many people were written to. */
  asked: z.number(),
  /** The names of people without an address, to be told by hand. */
  byHand: z.array(z.string()),
})
export type ReplyRequest = z.infer<typeof replyRequest>

export const listReplies = endpoint({
  method: 'GET',
  path: '/api/all-meetings/{meeting}/replies',
  callers: 'admins',
  summary:
    'Who replied what to a meeting, and whether a quorum is expected. An item that the caller may not read is only counted as a closed session.',
  params: meetingParams,
  reply: z.object({
    meeting,
    /** Whether replies are still taken: not after the meeting has ended or was cancelled. */
    isOpen: z.boolean(),
    /** Whether the portal can send mail. */
    mail: z.boolean(),
    replies: z.array(meetingReply),
    forecast: quorumForecast,
    /** Items with an exception that the caller may read, in running order. */
    items: z.array(itemForecast),
    /** How many items the caller may not read. */
    closedItems: z.number(),
    /** The latest first. */
    requests: z.array(replyRequest),
  }),
})
export type MeetingReplies = z.infer<(typeof listReplies)['reply']>

const answerAside = z.object({
  /** When the mail server received it; ISO 8601, UTC. */
  at: z.string(),
  /** The sender's address as the message names it, which anybody can have written. */
  from: z.string(),
  /** In a sentence. */
  why: z.string(),
  /** The meeting that it answers, if the portal knows and replies to it can be entered now. */
  meeting: z.optional(z.object({ id: z.string(), title: z.string() })),
})
export type AnswerAside = z.infer<typeof answerAside>

export const listAnswersAside = endpoint({
  method: 'GET',
  path: '/api/calendar-answers/aside',
  callers: 'admins',
  summary:
    'The newest 50 answers of calendar programs that the portal couldn’t use, without the text of the messages.',
  reply: z.object({ answers: z.array(answerAside) }),
})

export const enterReply = endpoint({
  method: 'PUT',
  path: '/api/all-meetings/{meeting}/replies/{person}',
  callers: 'admins',
  summary:
    'Enters the reply of somebody who telephoned. It is marked as such, with who entered it. Repeating the request changes nothing.',
  params: z.object({
    meeting: anyMeetingId,
    person: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  body: sentReply,
  reply: meetingReply,
  revised: true,
  fresh: 'content',
})

export const requestReplies = endpoint({
  method: 'POST',
  path: '/api/all-meetings/{meeting}/reply-requests',
  callers: 'admins',
  summary:
    'Writes to everybody who hasn’t replied to a meeting. A request with an id that was used before returns its result, and sends nothing.',
  params: meetingParams,
  body: z.object({
    /** A random UUID for each press. */
    id: z.uuid(),
  }),
  reply: replyRequest,
  fresh: true,
})
