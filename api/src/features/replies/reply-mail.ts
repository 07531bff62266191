import type { MailBlock, MailContent } from '@portal/contract/mail'
import {
  type MeetingTime,
  movedSentence,
  replyAnswerNames,
  replyAnswers,
  timeInWords,
} from '@portal/domain/replies'
import { zoneText } from '@portal/domain/time-text'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { MailService, QueuedMail } from '../mail/mail-feature.ts'
import type { AskedPerson } from './asked-people.ts'
import type { ReplyMeeting } from './reply-meetings.ts'
import { replyPath } from './reply-link-routes.ts'

type Parts = {
  store: DocumentStore
  mail: MailService
  /** The token of a person's link. */
  tokenFor: (person: string, meeting: ReplyMeeting) => string
  portalUrl: string
  timeZone: string
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
export function createReplyMail({ store, mail, tokenFor, portalUrl, timeZone }: Parts) {
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
        subject: `Will you come? ${meeting.title}`,
        content: contentFor(person, meeting),
        sendBefore: meeting.ends,
        unsubscribable: true,
      },
    ]
  }

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

function mailId({ request }: Pick<Request, 'request'>, { person }: AskedPerson): string {
  return `reply-request-${request}-${person}`
}
