import type { MailBlock, MailContent } from '@portal/contract/mail'
import {
  type MeetingTime,
  movedSentence,
  replyAnswerNames,
  replyAnswers,
  replyTo,
  timeInWords,
} from '@portal/domain/replies'
import { zoneText } from '@portal/domain/time-text'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import type { MailService, QueuedMail } from '../mail/mail-feature.ts'
import type { AskedPerson } from './asked-people.ts'
import type { ReplyMeeting, ReplyMeetings } from './reply-meetings.ts'
import { replyPath } from './reply-link-routes.ts'
import { repliesCollection, replyId } from './stored-replies.ts'

type Parts = {
  store: DocumentStore
  mail: MailService
  meetings: ReplyMeetings
  /** Undefined unless the person is still asked, and may see the meeting. */
  askedNow: (person: string, meeting: ReplyMeeting) => Promise<AskedPerson | undefined>
  /** The token of a person's link. */
  tokenFor: (person: string, meeting: ReplyMeeting) => string
  portalUrl: string
  timeZone: string
  now: () => Date
}

type Request = {
  /** The id of the press. */
  request: string
  meeting: ReplyMeeting
  /** `movedFrom`: the time that they replied to before. */
  people: readonly (AskedPerson & { movedFrom?: MeetingTime | undefined })[]
}

/** How many mails are queued at the same time, each in a transaction of its own. */
const atOnce = 10

/** Asks people for their reply by mail, with a link for each answer. */
export function createReplyMail(parts: Parts) {
  const { store, mail, meetings, tokenFor, portalUrl, timeZone, now } = parts
  const buttonsFor = (person: string, meeting: ReplyMeeting): MailBlock[] => {
    const token = tokenFor(person, meeting)
    return replyAnswerNames.map((answer) => ({
      type: 'button',
      text: replyAnswers[answer],
      href: `${portalUrl}${replyPath(token, answer)}`,
    }))
  }
  const contentFor = (
    { person, name, movedFrom }: Request['people'][number],
    meeting: ReplyMeeting,
  ): MailContent => {
    const { title, time, location, ends } = meeting
    const when = `${timeInWords(time)} ${zoneText(ends, timeZone)}`
    const paragraph = (text: string) => ({ type: 'paragraph' as const, text })
    return {
      greeting: `Dear ${name},`,
      blocks: [
        paragraph(movedFrom ? movedSentence(movedFrom, time) : 'Will you come to this meeting?'),
        { type: 'heading', text: title },
        paragraph(location === undefined ? when : `${when}, ${location}`),
        ...buttonsFor(person, meeting),
        paragraph(
          'A page opens that shows your choice and asks you to confirm it. You can change your reply until the meeting. The links are for you alone.',
        ),
      ],
    }
  }
  const mailFor = (request: Request, person: Request['people'][number]): QueuedMail[] => {
    const { meeting } = request
    if (person.email === undefined) return []
    return [
      {
        id: mailId(request, person),
        kind: 'reply-request',
        person: person.person,
        to: { name: person.name, address: person.email },
        meeting: meeting.key,
        subject: subjectFor(meeting),
        content: contentFor(person, meeting),
        sendBefore: meeting.begins,
        unsubscribable: true,
      },
    ]
  }

  /** What a request says now, just before it is sent; refused with the reason if its reader needn't reply any more. */
  const remake = async ({ person, meeting: key = '' }: Pick<QueuedMail, 'person' | 'meeting'>) => {
    const meeting = meetings.byKey(key)
    if (!meeting || !meetings.isOpen(meeting))
      throw notNow('The meeting takes no replies any more.')
    if (meeting.begins <= now()) throw notNow('The meeting has begun.')
    const of = await parts.askedNow(person, meeting)
    if (!of) throw notNow('The person isn’t asked any more.')
    const stored = await repliesCollection.in(store).find(replyId(person, key))
    if (replyTo(stored, meeting.time).answer !== undefined) throw notNow('The person has replied.')
    const content = contentFor({ ...of, movedFrom: stored?.given }, meeting)
    return { subject: subjectFor(meeting), content }
  }
  mail.remakeWith(['reply-request'], remake)

  return {
    isOn: async () => (await mail.onSince()) !== null,
    /** A button for each answer. */
    buttonsFor,

    /**
     * Returns those who were written to: not whoever has no address, or has unsubscribed. Repeating a request writes to
     * nobody twice.
     */
    async ask(request: Request): Promise<ReadonlySet<string>> {
      const { people } = request
      for (let at = 0; at < people.length; at += atOnce) {
        const queued = people.slice(at, at + atOnce).map((person) => mailFor(request, person))
        await Promise.all(
          queued.map((messages) =>
            store.transaction((transaction) => mail.queue(transaction, messages)),
          ),
        )
      }
      const states = await mail.states(people.map((person) => mailId(request, person)))
      mail.wake()
      const written = people.filter((person) => states.has(mailId(request, person)))
      return new Set(written.map(({ person }) => person))
    },
  }
}
export type ReplyMail = ReturnType<typeof createReplyMail>

function subjectFor({ title }: ReplyMeeting): string {
  return `Will you come? ${title}`
}

function notNow(reason: string): Refusal {
  return new Refusal('conflict', reason)
}

function mailId({ request }: Pick<Request, 'request'>, { person }: AskedPerson): string {
  return `reply-request-${request}-${person}`
}
