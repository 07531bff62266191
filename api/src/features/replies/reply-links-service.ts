import type { ReplyAnswer, MeetingTime } from '@portal/domain/replies'
import { replyTo } from '@portal/domain/replies'
import { dayAfter } from '@portal/domain/days'
import type { Accounts } from '../../platform/identity/accounts.ts'
import type { SignedLinks } from '../../platform/links/signed-link.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { AskedPeople, AskedPerson } from './asked-people.ts'
import type { ReplyMeeting, ReplyMeetings } from './reply-meetings.ts'
import type { RepliesService } from './replies-service.ts'
import { repliesCollection, replyId } from './stored-replies.ts'

type Parts = {
  store: DocumentStore
  links: SignedLinks
  meetings: ReplyMeetings
  asked: AskedPeople
  replies: Pick<RepliesService, 'write'>
  /** The account that is linked to an entry of the directory. */
  accountOf: (person: string) => Promise<string | undefined>
  accounts: Pick<Accounts, 'get'>
  visibility: Pick<VisibilityService, 'mayReadMeeting'>
}

/** What somebody with a link sees: nothing but when and where the meeting is, and the answer. */
export type LinkedReply = {
  person: AskedPerson
  meeting: ReplyMeeting
  isOpen: boolean
  answer?: ReplyAnswer
  movedFrom?: MeetingTime
}

const purpose = 'reply'

/**
 * Replies by a signed link, without a sign-in. A link is for one person and one meeting, for as long as the person is
 * asked and the meeting takes replies: a meeting that moves keeps its links.
 */
export function createReplyLinksService(parts: Parts) {
  const { store, links, meetings, asked, replies, accountOf, accounts, visibility } = parts

  const linked = async (token: string) => {
    const [person, key, ...rest] = links.read(purpose, token)?.split('\n') ?? []
    if (person === undefined || key === undefined || rest.length > 0) return undefined
    const meeting = meetings.byKey(key)
    const found = meeting && (await askedNow(person, meeting))
    return found && { ...found, meeting }
  }

  /** A person who is asked, may see the meeting, and hasn't lost their access. */
  const askedNow = async (person: string, meeting: ReplyMeeting, people = asked) => {
    if (!visibility.mayReadMeeting(people.readerOf(person), meeting.ref)) return undefined
    const of = (await people.of(meeting)).find((each) => each.person === person)
    if (!of) return undefined
    // Somebody whose access was ended; people without an account reply by link, too.
    const uid = (await accountOf(person)) ?? person
    const account = await accounts.get(uid)
    if (account?.disabled) return undefined
    return { person: of, uid }
  }

  return {
    askedNow,

    /** The last part of a link's address. */
    sign(person: string, { key, time }: Pick<ReplyMeeting, 'key' | 'time'>): string {
      // Whether the meeting is over is checked when the link is used: it may move.
      const expires = new Date(`${dayAfter(time.date, 366)}T00:00:00Z`)
      return links.sign({ purpose, subject: `${person}\n${key}`, expires })
    },

    async get(token: string): Promise<LinkedReply | undefined> {
      const found = await linked(token)
      if (!found) return undefined
      const { person, meeting } = found
      const stored = await repliesCollection.in(store).find(replyId(person.person, meeting.key))
      return { person, meeting, isOpen: meetings.isOpen(meeting), ...replyTo(stored, meeting.time) }
    },

    /** Undefined for a link that isn't valid. */
    async save(
      token: string,
      sent: { answer: ReplyAnswer; note?: string | undefined; time: MeetingTime },
    ): Promise<true | undefined> {
      const found = await linked(token)
      if (!found) return undefined
      const { person, meeting, uid } = found
      await replies.write(meeting, sent, {
        by: { uid, email: person.email ?? '' },
        person: person.person,
        name: person.name,
        source: 'link',
        shown: () => undefined,
      })
      return true
    },
  }
}
export type ReplyLinksService = ReturnType<typeof createReplyLinksService>
