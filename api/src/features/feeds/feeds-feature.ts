import { hash } from 'node:crypto'
import { chooseMeetingsBy, endFeed, getOwnFeed, readFeed, renewFeed } from '@portal/contract/feeds'
import { listAnswersAside } from '@portal/contract/replies'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { mustManagePortal } from '../../access.ts'
import type { AppParts } from '../../platform/app-parts.ts'
import { publicUrlOf } from '../../platform/env/env.ts'
import { isUnchanged } from '../../platform/http/conditional.ts'
import { addressOf, rateLimit } from '../../platform/http/limits.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { FeedAddresses } from '../../platform/identity/feed-addresses.ts'
import type { CalendarService } from '../calendar/calendar-feature.ts'
import type { MailService } from '../mail/mail-feature.ts'
import type { NamedReader, VisibilityService } from '../visibility/visibility-feature.ts'
import { type AnswersParts, createCalendarAnswers } from './calendar-answers-service.ts'
import { createFeedOwners } from './feed-owners.ts'
import { createFeedsService, noFeed } from './feeds-service.ts'
import { createInvitations, type InvitationsParts, type Invited } from './invitations-service.ts'
import type { ReplyMailbox } from './reply-mailbox.ts'

type ServiceParts = Parameters<typeof createFeedsService>[0]
type Parts = Parameters<typeof createFeedOwners>[0] extends infer O
  ? Omit<O, 'domain'> &
      Pick<ServiceParts, 'ownMeetings' | 'agendasInMemory'> & {
        feedAddresses: FeedAddresses
        calendar: Pick<CalendarService, 'forFeed' | 'comingMeetings'>
        visibility: Pick<VisibilityService, 'meetingOf' | 'ownReaderOf' | 'mayReadMeeting'>
        everyone: () => Promise<NamedReader[]>
        /** The same list, up to a minute old. */
        recentEveryone: () => Promise<NamedReader[]>
        recipients: (meeting: MeetingRef, everyone: readonly NamedReader[]) => readonly Invited[]
        mail: InvitationsParts['mail'] & Pick<MailService, 'retainAlso'>
        replyButtons: InvitationsParts['replyButtons']
        mailbox: ReplyMailbox | undefined
        recordReply: AnswersParts['record']
        openMeeting: AnswersParts['openMeeting']
      }
  : never

/** Calendars read a feed every hour or less often. */
const readsOfFeed = { most: 30, perSeconds: 60 }
/** Of addresses that are nobody's, by the caller's address: the right one is still served. */
const wrongAddresses = { most: 30, perSeconds: 60 }

export type { ReplyMailbox } from './reply-mailbox.ts'
export { forgetAnswersAside } from './calendar-answers-service.ts'
export {
  calendarInvitationsOf,
  forgetCalendarInvitations,
  skipSequences,
} from './invitations-service.ts'

/** Calendar feeds: each person's own, read by their calendar program without a sign-in. */
export function createFeeds({ store, settings, now, log }: AppParts, parts: Parts) {
  const { feedAddresses: addresses, visibility, mail } = parts
  const { domain, name, timeZone } = settings.foundation
  let accounts = new Map<string, string>()
  const recipientsFrom = async (list: typeof parts.everyone) => {
    const everyone = await list()
    accounts = new Map(everyone.map(({ uid, person = uid }) => [person, uid]))
    return (meeting: MeetingRef) => parts.recipients(meeting, everyone)
  }
  const invitations = createInvitations({
    ...parts,
    store,
    recipientsOf: () => recipientsFrom(parts.everyone),
    recentRecipientsOf: () => recipientsFrom(parts.recentEveryone),
    prefersFeed: (person) => addresses.get(accounts.get(person) ?? '')?.meetingsBy === 'feed',
    mayRead: visibility.mayReadMeeting,
    organizer: settings.mail.from,
    answers: parts.mailbox && settings.mail.replies?.address,
    portal: publicUrlOf(settings),
    timeZone,
    now,
    log,
  })
  const feeds = createFeedsService({
    ...parts,
    mailSince: () => mail.onSince(),
    invitedTo: (person) =>
      invitations.invitedTo(visibility.ownReaderOf(person).person ?? person.uid),
    store,
    addresses,
    owners: createFeedOwners({ ...parts, domain }),
    name: `${name} Board`,
    portal: publicUrlOf(settings),
    timeZone,
    now,
  })
  const answers = createCalendarAnswers({
    store,
    mailbox: parts.mailbox,
    invitationOf: (answer) => invitations.invitationOf(answer),
    record: parts.recordReply,
    openMeeting: parts.openMeeting,
    now,
    log,
  })
  mail.retainAlso((before) => answers.forget(before))
  const limitReads = rateLimit({ ...readsOfFeed, now })
  const limitWrong = rateLimit({ ...wrongAddresses, now })
  return {
    ready: Promise.all([addresses.ready, invitations.ready]),
    jobs: [invitations.job, ...(parts.mailbox ? [answers.job] : [])],
    /** Mails what is due now. */
    inviteDue: invitations.run,
    /** Reads what calendars have answered until now. */
    readAnswers: answers.run,
    routes(serve: Serve) {
      serve(getOwnFeed, ({ person }) => feeds.get(person))
      serve(renewFeed, ({ person, body }) => feeds.renew(person, body.nonce))
      serve(endFeed, async ({ person }) => {
        await feeds.end(person)
        return undefined
      })
      serve(chooseMeetingsBy, ({ person, body }) => feeds.choose(person, body.meetingsBy))
      serve(listAnswersAside, async ({ person }) => {
        mustManagePortal(person)
        return { answers: await answers.aside() }
      })
      serve(readFeed, async ({ params, signal, c }) => {
        const [, secret = ''] = /^([\w-]{43})\.ics$/.exec(params.file) ?? []
        const owner = addresses.ownerOf(secret)
        if (owner === undefined) {
          limitWrong(addressOf(c, settings.limits.trustedProxies))
          throw noFeed()
        }
        limitReads(owner)
        const file = await feeds.read(secret, signal)
        const etag = `"${hash('sha256', file, 'base64url').slice(0, 27)}"`
        const headers = { etag, 'cache-control': 'private, no-cache' }
        if (isUnchanged(c.req.header('if-none-match'), etag)) {
          return new Response(null, { status: 304, headers })
        }
        return new Response(file, {
          headers: { ...headers, 'content-type': 'text/calendar; charset=utf-8' },
        })
      })
    },
  }
}
