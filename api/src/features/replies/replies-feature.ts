import type { MailBlock } from '@portal/contract/mail'
import {
  enterReply,
  listOwnReplies,
  listReplies,
  requestReplies,
  saveOwnReply,
} from '@portal/contract/replies'
import { meetingOf } from '@portal/domain/meeting-ref'
import { type MeetingTime, type ReplyAnswer, replyTo } from '@portal/domain/replies'
import type { AppParts } from '../../platform/app-parts.ts'
import { publicUrlOf } from '../../platform/env/env.ts'
import type { LinkPages } from '../../platform/http/link-page.ts'
import type { ServePlain } from '../../platform/http/plain-route.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { AccountKinds } from '../../platform/identity/account-kinds.ts'
import type { Accounts } from '../../platform/identity/accounts.ts'
import type { BodiesInMemory } from '../bodies/bodies-feature.ts'
import type { Directory } from '../directory/directory-feature.ts'
import type { MailService } from '../mail/mail-feature.ts'
import { type AskedPeopleParts, createAskedPeople } from './asked-people.ts'
import { createMeetingRepliesService } from './meeting-replies-service.ts'
import { replyLinkRoutes, replyPath } from './reply-link-routes.ts'
import { createReplyLinksService } from './reply-links-service.ts'
import { createReplyMail } from './reply-mail.ts'
import { createReplyMeetings, type ReplyMeetingsParts } from './reply-meetings.ts'
import { createRepliesService, noSuchMeeting } from './replies-service.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { Refusal } from '../../refusal.ts'

import { repliesCollection, replyId } from './stored-replies.ts'

export { eraseReplies, repliesOf, storedReply, storedRequest } from './stored-replies.ts'

type Parts = Omit<ReplyMeetingsParts, 'timeZone' | 'now'> &
  Pick<AskedPeopleParts, 'invitations' | 'everyone'> & {
    /** The same list as `everyone`, up to a minute old. */
    recentEveryone: AskedPeopleParts['everyone']
    lists: { kinds: AccountKinds }
    visibility: VisibilityService
    /** The bodies with their terms. */
    bodies: AskedPeopleParts['bodies']
    bodiesInMemory: BodiesInMemory
    directory: AskedPeopleParts['directory'] & Pick<Directory, 'accounts'>
    accounts: Pick<Accounts, 'get'>
    mail: MailService
    linkPage: LinkPages
    /** Of an entry of the directory. */
    nameOf: (person: string) => string | undefined
  }

type Recorded = {
  /** The permanent key. */
  meetingKey: string
  /** An entry of the directory, or an account's uid. */
  person: string
  /** `comes`: by video if that was their reply to this time, otherwise in person. */
  answer: ReplyAnswer | 'comes'
  note?: string | undefined
  /** The time that the person's calendar has. */
  time: MeetingTime
  /** When it was given: a later reply stays. */
  at: Date
}

/** Who comes to a meeting: people's replies, and the forecast of its quorum. */
export function createReplies({ store, settings, links, now }: AppParts, parts: Parts) {
  const { lists, visibility, bodiesInMemory, nameOf } = parts
  const { timeZone } = settings.foundation
  const meetings = createReplyMeetings({ ...parts, timeZone, now })
  const asked = createAskedPeople({ ...parts, ...lists, timeZone, now })
  const recentlyListed = { everyone: parts.recentEveryone }
  const recentAsked = createAskedPeople({ ...parts, ...lists, ...recentlyListed, timeZone, now })
  const shared = { store, meetings, asked, visibility, bodies: bodiesInMemory, nameOf, now }
  const replies = createRepliesService({ ...shared, ...lists })
  const byLink = createReplyLinksService({
    ...shared,
    links,
    replies,
    accounts: parts.accounts,
    accountOf: (person) => parts.directory.accounts.get(person),
  })
  const mail = createReplyMail({
    store,
    mail: parts.mail,
    meetings,
    askedNow: async (person, meeting) =>
      (await byLink.askedNow(person, meeting, recentAsked))?.person,
    tokenFor: (person, meeting) => byLink.sign(person, meeting),
    portalUrl: publicUrlOf(settings),
    timeZone,
    now,
  })
  const staff = createMeetingRepliesService({ ...shared, replies, mail })

  return {
    /** Records what a calendar answered. `refused`: the person isn't asked, or the meeting takes no replies or has moved. */
    async recordReply({ meetingKey, person, answer, note, time, at }: Recorded) {
      const meeting = meetings.byKey(meetingKey)
      const of = meeting && (await asked.of(meeting)).find((each) => each.person === person)
      if (!meeting || !of) return 'refused'
      const stored = await repliesCollection.in(store).find(replyId(person, meetingKey))
      const comes = replyTo(stored, time).answer === 'video' ? 'video' : 'in-person'
      try {
        await replies.write(
          meeting,
          { answer: answer === 'comes' ? comes : answer, note, time },
          {
            by: { uid: person, email: of.email ?? '' },
            person,
            name: of.name,
            source: 'calendar',
            at,
            shown: noSuchMeeting,
          },
        )
        return 'recorded'
      } catch (error) {
        if (error instanceof Refusal && error.code === 'conflict') return 'refused'
        throw error
      }
    },
    /** Of these people and meetings (by permanent key), who hasn't replied to which at its present time. */
    missing: (people: readonly string[], keys: readonly string[]) => replies.missing(people, keys),
    /** A meeting by its permanent key, if it takes replies now. */
    openMeeting(key: string): { id: string; title: string } | undefined {
      const meeting = meetings.byKey(key)
      return meeting && meetings.isOpen(meeting)
        ? { id: meeting.id, title: meeting.title }
        : undefined
    },
    /** The address of a person's own link, which chooses one of the answers. */
    linkFor(person: string, meetingKey: string, answer?: ReplyAnswer): string | undefined {
      const meeting = meetings.byKey(meetingKey)
      if (!meeting) return undefined
      return `${publicUrlOf(settings)}${replyPath(byLink.sign(person, meeting), answer)}`
    },
    /** For a mail to somebody: a button for each answer; none unless they are asked, and the meeting takes replies. */
    buttonsFor(person: string, meetingKey: string): MailBlock[] {
      const meeting = meetings.byKey(meetingKey)
      if (!meeting || !meetings.isOpen(meeting) || !asked.isAsked(meeting, person, true)) return []
      return mail.buttonsFor(person, meeting)
    },
    routes(serve: Serve, plain: ServePlain) {
      replyLinkRoutes(plain, { links: byLink, linkPage: parts.linkPage, timeZone })
      serve(listOwnReplies, ({ person }) => replies.own(person))
      serve(saveOwnReply, ({ person, params, body, revision }) =>
        replies.save(person, meetingOf(params.meeting)!, body, revision),
      )
      serve(listReplies, ({ person, params }) => staff.list(person, meetingOf(params.meeting)!))
      serve(enterReply, ({ person, params, body, revision }) =>
        staff.enter(
          person,
          { ref: meetingOf(params.meeting)!, person: params.person },
          body,
          revision,
        ),
      )
      serve(requestReplies, ({ person, params, body }) =>
        staff.request(person, meetingOf(params.meeting)!, body.id),
      )
    },
  }
}
