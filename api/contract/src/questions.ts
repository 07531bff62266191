import { answerAudiences, questionAudiences, questionStates } from '@portal/domain/question-rules'
import { quarterParams } from '@portal/domain/quarter'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paperVersion } from './bounds.ts'
import {
  noteTarget,
  pageSelector,
  positionSelector,
  quoteSelector,
  rectangleSelector,
} from './note-target.ts'
import { notePlace } from './notes.ts'
import { longText } from './texts.ts'

/** Lengths in UTF-16 units, and the most that there may be. */
export const questionLimits = {
  text: 4000,
  answer: 8000,
  /** Of one question. */
  answers: 20,
  /** Of one person about one meeting. */
  perPerson: 50,
  perMeeting: 1000,
  /** Of a list, also cut by bytes. */
  perPage: 100,
  bytesPerPage: 400_000,
  /** Requests of one person that ask, change, answer or flag. */
  writesPerMinute: 60,
} as const

const passageSelector = z.union([pageSelector, rectangleSelector, quoteSelector, positionSelector])

/** Words or an area of a page: a note's target without ink. */
const passageTarget = z.object({
  version: paperVersion,
  selector: z.array(passageSelector).check(
    z.minLength(1),
    z.maxLength(4),
    z.refine(
      (selectors) => selectors.some((one) => z.safeParse(pageSelector, one).success),
      'A page is missing',
    ),
  ),
})
export type PassageTarget = z.infer<typeof passageTarget>

const answer = z.object({
  id: z.uuid(),
  /** The name of who answered. */
  by: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  text: z.string(),
  seenBy: z.catch(z.enum(answerAudiences), 'asker'),
  isOwn: z.optional(z.literal(true)),
})

export const question = z.object({
  /** A UUID that the device makes. */
  id: z.uuid(),
  /** The item of the agenda that it is about; otherwise `slot` has the place of a paper. */
  item: z.optional(z.string()),
  slot: z.optional(z.string()),
  /** What of a paper it is about; absent for the whole item, and while the reader may not read the paper. */
  passage: z.optional(z.object({ documentId: z.string(), paper: z.string(), target: noteTarget })),
  /** It is about a passage of a paper that the reader may not read. */
  passageHidden: z.optional(z.literal(true)),
  /** The name of who asked. */
  asker: z.string(),
  isOwn: z.optional(z.literal(true)),
  text: z.string(),
  audience: z.catch(z.enum(questionAudiences), 'private'),
  state: z.catch(z.enum(questionStates), 'open'),
  /** The name of the presenter whom it goes to; absent if it goes to staff. */
  goesTo: z.optional(z.string()),
  /** ISO 8601, UTC. */
  askedAt: z.string(),
  /** The latest change of its text or audience; absent if there is none. */
  changedAt: z.optional(z.string()),
  /** Those that the reader sees, in the order in which they were given. */
  answers: z.array(answer),
  /** Whether the reader may answer it. */
  mayAnswer: z.optional(z.literal(true)),
  revision: z.number(),
})
export type Question = z.infer<typeof question>
export type QuestionAnswer = z.infer<typeof answer>

/** A consent item that members want to discuss. */
const itemFlag = z.object({
  item: z.string(),
  count: z.number(),
  /** Whether the caller has flagged it. */
  isOwn: z.optional(z.literal(true)),
  /** Who flagged it: for the chair and staff. */
  names: z.optional(z.array(z.string())),
})
export type ItemFlag = z.infer<typeof itemFlag>

const questions = z.object({
  /** In running order, and of one item in the order in which they were asked. */
  questions: z.array(question),
  /** Of every item that the caller may read, regardless of the page. */
  flags: z.array(itemFlag),
  /** The items and slots that the caller may ask about, and the items that they may flag. */
  mayAsk: z.array(z.string()),
  mayFlag: z.array(z.string()),
  /** Who a question about an item goes to, by the item's id; absent for items whose questions go to staff. */
  presenters: z.record(z.string(), z.string()),
  /** Whether the caller chairs the body, or is an admin: they are shown what is open. */
  leads: z.boolean(),
  /** Absent on the last page. */
  next: z.optional(z.string()),
})
export type Questions = z.infer<typeof questions>

const questionParams = z.extend(quarterParams, { id: z.uuid() })

const content = {
  text: longText(questionLimits.text).check(
    z.refine((text) => text.trim() !== '', 'Please write your question.'),
  ),
  audience: z.enum(questionAudiences),
}
const itemId = z.string().check(z.minLength(1), z.maxLength(100))

export const listQuestions = endpoint({
  method: 'GET',
  path: '/api/agendas/{year}/{quarter}/questions',
  callers: 'readers',
  summary:
    'The questions about a meeting that the caller may see, with the answers, and the consent items that are flagged for discussion.',
  params: quarterParams,
  ofMeetings: true,
  query: z.object({
    /** The `next` of the page before. */
    after: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: questions,
})

/** The same question sent again is returned as it is now. */
export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/agendas/{year}/{quarter}/questions',
  callers: 'readers',
  summary:
    'Asks a question about an agenda item, or about the paper in a slot if no item has it. It goes to the presenter if they have an account, otherwise to staff.',
  params: quarterParams,
  ofMeetings: true,
  body: z
    .object({
      id: z.uuid(),
      item: z.optional(itemId),
      slot: z.optional(itemId),
      passage: z.optional(
        z.object({
          documentId: z.string().check(z.minLength(1), z.maxLength(200)),
          target: passageTarget,
        }),
      ),
      ...content,
    })
    .check(
      z.refine(
        ({ item, slot }) => (item === undefined) !== (slot === undefined),
        'A question is about an item or about a slot',
      ),
    ),
  reply: question,
  fresh: 'own',
})

export const changeQuestion = endpoint({
  method: 'PUT',
  path: '/api/agendas/{year}/{quarter}/questions/{id}',
  callers: 'readers',
  summary: 'Changes the text of the caller’s own question, or who sees it, until it is answered.',
  params: questionParams,
  ofMeetings: true,
  body: z.object(content),
  reply: question,
  revised: true,
  fresh: 'own',
})

export const withdrawQuestion = endpoint({
  method: 'POST',
  path: '/api/agendas/{year}/{quarter}/questions/{id}/withdrawal',
  callers: 'readers',
  summary:
    'Withdraws the caller’s own question before it is answered: nobody else sees it any more. Repeating it changes nothing.',
  params: questionParams,
  ofMeetings: true,
  reply: question,
  fresh: 'own',
})

/** The same answer sent again is returned as it is. */
export const answerQuestion = endpoint({
  method: 'POST',
  path: '/api/agendas/{year}/{quarter}/questions/{id}/answers',
  callers: 'readers',
  summary:
    'Answers a question, as the item’s presenter, the chair or staff. An answer is for everybody who sees the question, or for the asker alone.',
  params: questionParams,
  ofMeetings: true,
  body: z.object({
    id: z.uuid(),
    text: longText(questionLimits.answer).check(
      z.refine((text) => text.trim() !== '', 'Please write an answer.'),
    ),
    seenBy: z.enum(answerAudiences),
  }),
  reply: question,
  fresh: 'content',
})

/** Where a question's passage is in the shown version of its paper; without a place, it couldn't be found there. */
export const getQuestionPlace = endpoint({
  method: 'GET',
  path: '/api/agendas/{year}/{quarter}/questions/{id}/place',
  callers: 'members',
  summary: 'Finds the passage that a question is about in the version of its paper that is shown.',
  params: questionParams,
  ofMeetings: true,
  reply: z.object({
    documentId: z.string(),
    version: z.number(),
    /** The passage as it was asked about. */
    target: noteTarget,
    place: z.optional(notePlace),
    isPending: z.optional(z.boolean()),
  }),
})

export const flagItem = endpoint({
  method: 'PUT',
  path: '/api/agendas/{year}/{quarter}/flag',
  callers: 'members',
  summary:
    'Flags a consent item for discussion, or takes the caller’s own flag back. Repeating it changes nothing.',
  params: quarterParams,
  ofMeetings: true,
  body: z.object({ item: itemId, flagged: z.boolean() }),
  reply: itemFlag,
  fresh: 'content',
})
