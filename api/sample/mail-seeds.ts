import type { MailBlock, MailKind, MailState } from '@portal/contract/mail'
import { clockText } from '@portal/domain/agenda-times'
import { type Day, dayAfter, dayInWords, dayText, weekdayName } from '@portal/domain/days'
import { momentAt, withOffset } from '@portal/domain/zone-time'
import { calendarFile, fileEntry } from '../src/features/calendar/calendar-feature.ts'
import { inState, type StoredMail } from '../src/features/mail/stored-mail.ts'
import type { StoredFormal, StoredNotices } from '../src/features/notices/stored-notices.ts'
import { sampleAccountId, sampleGuest } from './accounts.ts'
import { people } from './people.ts'
import type { Seed } from './seed-plan.ts'

type Parts = {
  foundation: { name: string; timeZone: string }
  from: { name: string; address: string }
  portalUrl: string
}
type Person = { person: string; name: string; address: string }
type Message = {
  id: string
  kind: MailKind
  to: Person
  at: Date
  subject: string
  blocks: MailBlock[]
  calendar?: StoredMail['calendar']
  state?: MailState
  reply?: string
}

/** Who is in office in the grants committee. The last one has an account. */
const committee = ['tomas-rivera', 'ingrid-sorensen', 'beatrice-nakamura', 'hana-takeda']
const fullMailbox = 'beatrice-nakamura'
const cutOff = 'ingrid-sorensen'
const staff = 'hana-takeda'
const startedBy = 'ruth.abelman@larkspur.example'

/**
 * The notices of the grants committee's meeting, which is over, and the outbox: all of its messages have ended, so that
 * a portal that sends mail sends none of them.
 */
export function mailSeeds(
  { id: meeting, body }: Seed,
  { foundation, from, portalUrl }: Parts,
): Seed[] {
  const { key, title, date, time, endTime, location } = body as Record<string, string> & {
    date: Day
  }
  const { timeZone } = foundation
  const at = (daysBefore: number, clock: string) =>
    momentAt(`${dayAfter(date, -daysBefore)}T${clock}`, timeZone)!
  const page = `${portalUrl}/meetings/${meeting}`
  const hours = `${clockText(time!)} to ${clockText(endTime!)}`
  const open: MailBlock = { type: 'button', text: 'Open the meeting', href: page }
  const heading: MailBlock[] = [
    { type: 'heading', text: title! },
    { type: 'paragraph', text: `${dayText(date)}, ${hours}, ${location}` },
  ]
  const papers: MailBlock = {
    type: 'list',
    lines: ['Site Visits', 'Docket in Brief'].map((text, index) => ({
      text,
      href: `${page}?material=p${index + 1}`,
    })),
  }
  const start = at(14, '11:30')
  const digest: Message = {
    id: `digest-sample-${staff}`,
    kind: 'digest',
    to: personOf(staff),
    at: at(13, '08:00'),
    subject: `News about ${title}`,
    blocks: [...heading, papers, open],
  }
  const reminder: Message = {
    id: `reminder-sample-${staff}`,
    kind: 'reminder',
    to: personOf(staff),
    at: at(7, '08:00'),
    subject: `${title} is in 7 days`,
    blocks: [...heading, open],
  }
  const invitations = committee.map((person): Message => {
    const to = personOf(person)
    const stamp = at(14, '11:31')
    const entry = {
      id: meeting,
      summary: title!,
      location: location!,
      start: { dateTime: withOffset(at(0, time!), timeZone) },
      end: { dateTime: withOffset(at(0, endTime!), timeZone) },
      of: {
        id: meeting,
        key: key!,
        changedAt: stamp,
        time: { date, time: time!, endTime: endTime! },
      },
    }
    const invited = { organizer: from, attendee: to, isAnswered: false }
    const entries = [{ ...fileEntry(entry, portalUrl, stamp), invited }]
    return {
      id: `calendar-sample-${person}`,
      kind: 'calendar',
      to,
      at: stamp,
      subject: `Invitation: ${title}`,
      blocks: [
        { type: 'paragraph', text: `${dayInWords(date)}, ${hours}` },
        { type: 'paragraph', text: location! },
        open,
      ],
      calendar: {
        method: 'REQUEST',
        ics: calendarFile({ method: 'REQUEST', timeZone, entries, now: stamp }),
      },
      ...(person === cutOff
        ? { state: 'unknown', reply: 'The mail server’s answer didn’t arrive.' }
        : {}),
    }
  })
  const notice: Pick<StoredFormal, 'subject' | 'content'> = {
    subject: `Notice of meeting: ${title}`,
    content: {
      blocks: [
        {
          type: 'paragraph',
          text: `This is the formal notice of a meeting of the Grants Committee of ${foundation.name}.`,
        },
        {
          type: 'list',
          lines: [
            { text: title! },
            { text: `${weekdayName(date)}, ${dayInWords(date)}, ${hours}` },
            { text: location! },
          ],
        },
        { type: 'paragraph', text: 'You will find the agenda and the papers in the board portal.' },
        open,
      ],
    },
  }
  const formal: StoredFormal = {
    meeting: key!,
    at: at(10, '14:05').toISOString(),
    by: startedBy,
    ...notice,
    recipients: committee.map((person) => ({
      ...personOf(person),
      mail: `formal-sample-${person}`,
    })),
    byHand: [],
    deadline: dayAfter(date, -7),
    inTime: true,
  }
  const formally = committee.map((person): Message => ({
    id: `formal-sample-${person}`,
    kind: 'formal-notice',
    to: personOf(person),
    at: new Date(formal.at),
    subject: formal.subject,
    blocks: formal.content.blocks,
    ...(person === fullMailbox ? { state: 'failed', reply: '452 4.2.2 The mailbox is full' } : {}),
  }))
  const guest = sampleAccountId(sampleGuest.email)
  const account: Message = {
    id: `account-link-sample-${guest}`,
    kind: 'account',
    to: { person: guest, name: sampleGuest.displayName, address: sampleGuest.email },
    at: at(1, '16:20'),
    subject: `Your account for ${foundation.name}`,
    blocks: [
      {
        type: 'paragraph',
        text: `You have an account for the board portal of ${foundation.name}. Please choose a password for it. You then sign in with ${sampleGuest.email}.`,
      },
      { type: 'passwordButton', text: 'Choose a password', account: guest },
    ],
  }
  const notices: StoredNotices = {
    startedAt: start.toISOString(),
    startedBy,
    of: meeting,
    seenAt: at(0, time!).toISOString(),
    state: {
      facts: {
        title: title!,
        date,
        time: time!,
        endTime: endTime!,
        location: location!,
        stage: 'held',
      },
      papers: {},
    },
    events: [{ n: 1, kind: 'started', at: start.toISOString() }],
  }
  const told = { told: 1, reminded: [`${date} 7`], mail: reminder.id }
  const messages = [...invitations, digest, ...formally, reminder, account]
  return [
    { collection: 'notices', id: key!, body: notices },
    { collection: 'notice_progress', id: staff, body: { meetings: { [key!]: told } } },
    { collection: 'formal_notices', id: 'sample-grants', body: formal },
    ...messages.map((message) => mailSeed(message, message === account ? undefined : key)),
  ]
}

function mailSeed(
  { id, kind, to, at, subject, blocks, calendar, state = 'sent', reply }: Message,
  meeting: string | undefined,
): Seed {
  const queued = at.toISOString()
  const ended = new Date(at.getTime() + (state === 'failed' ? 3 * 24 * 3_600_000 : 4000))
  const body: StoredMail = {
    kind,
    person: to.person,
    to: { name: to.name, address: to.address },
    ...(meeting === undefined ? {} : { meeting }),
    subject,
    content: { ...(kind === 'calendar' ? {} : { greeting: `Dear ${to.name},` }), blocks },
    ...(calendar ? { calendar } : {}),
    unsubscribable: kind === 'digest' || kind === 'reminder',
    ...inState(state, queued),
    at: queued,
    until: new Date(at.getTime() + 3 * 24 * 3_600_000).toISOString(),
    attempts: state === 'failed' ? 76 : 1,
    changedAt: ended.toISOString(),
    reply: reply ?? '250 2.0.0 Ok: queued',
  }
  return { collection: 'mails', id, body }
}

function personOf(person: string): Person {
  const { name, email } = people.find(({ id }) => id === person)!
  return { person, name, address: email! }
}
