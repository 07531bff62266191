import type { MailBlock } from '@portal/contract/mail'
import { type MeetingNotices, noticeLimits } from '@portal/contract/notices'
import type { Person } from '@portal/contract/portal'
import { clockText } from '@portal/domain/agenda-times'
import { counted } from '@portal/domain/counted'
import { dayInWords, dayOf, weekdayName } from '@portal/domain/days'
import {
  deadlineText,
  noticeDaysOf,
  noticeDeadline,
  noticeState,
} from '@portal/domain/formal-notice'
import {
  bodyOfMeeting,
  isQuarterly,
  meetingId,
  meetingOf,
  meetingPath,
  type MeetingRef,
} from '@portal/domain/meeting-ref'
import { type MeetingKind, meetingKinds } from '@portal/domain/meeting-stages'
import { presetRules, type RuleProfile } from '@portal/domain/rule-profiles'
import { mustManagePortal } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { isSameBody } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import { ruleProfile } from '@portal/contract/bodies'
import * as z from 'zod/mini'
import type { AgendasInMemory } from '../agendas/agendas-feature.ts'
import type { BodiesInMemory } from '../bodies/bodies-feature.ts'
import type { MailService } from '../mail/mail-feature.ts'
import type { NamedReader, VisibilityService } from '../visibility/visibility-feature.ts'
import type { NoticeLines } from './notice-lines.ts'
import { lastMail, namedOf } from './notices-service.ts'
import type { Recipient } from './recipients.ts'
import {
  formalNoticesCollection,
  type StoredFormal,
  waiverId,
  waiversCollection,
} from './stored-notices.ts'

type Parts = {
  store: DocumentStore
  mail: Pick<MailService, 'onSince' | 'queue' | 'states' | 'wake' | 'remakeWith'>
  meetingByKey: (key: string) => MeetingRef | undefined
  lines: NoticeLines
  agendas: Pick<AgendasInMemory, 'get' | 'all'>
  bodies: Pick<BodiesInMemory, 'find'>
  recipients: (meeting: MeetingRef, everyone: readonly NamedReader[]) => Recipient[]
  everyone: () => Promise<NamedReader[]>
  visibility: Pick<VisibilityService, 'meetingOf'>
  /** Calls the meeting, if it is only planned. */
  callMeeting: (person: Person, meeting: MeetingRef) => Promise<void>
  personOf: (caller: Person) => string
  foundation: string
  portalUrl: string
  timeZone: string
  now: () => Date
}

export type FormalNotices = ReturnType<typeof createFormalNotices>

/** The formal notices of meetings, their deadlines, and who has waived them. */
export function createFormalNotices(parts: Parts) {
  const { store, mail, lines, agendas, bodies, recipients, everyone, visibility } = parts
  const { callMeeting, personOf, foundation, portalUrl, timeZone, now } = parts

  /** The meeting's own copy of the rules, from when it was called; before that, its body's. */
  const rulesOf = (meeting: MeetingRef): Pick<RuleProfile, 'notice'> => {
    const own = z.safeParse(ruleProfile, agendas.get(meeting)?.['rules'])
    if (own.success) return own.data
    return bodies.find(bodyOfMeeting(meeting))?.rules ?? presetRules('smallBoard')
  }
  const kindOf = (meeting: MeetingRef): MeetingKind => {
    const kind = agendas.get(meeting)?.['kind'] as MeetingKind
    return isQuarterly(meeting) || !meetingKinds.includes(kind) ? 'quarterly' : kind
  }
  /** `sent`: the meeting's notices. A notice counts only if it names the meeting's present time. */
  const deadlineOf = (meeting: MeetingRef, sent: readonly StoredFormal[] = []) => {
    const { date } = lines.factsOf(meeting) ?? {}
    if (date === undefined) return undefined
    const days = noticeDaysOf(kindOf(meeting), rulesOf(meeting))
    const limit = noticeDeadline(date, days, timeZone)
    const first = countingOf(meeting, limit.day, sent).at(-1)
    const sentAt = first && new Date(first.at)
    const state = noticeState(limit, { now: now(), today: dayOf(now(), timeZone), sentAt })
    const hasMoved = sent.length > 0 && !first
    return {
      day: limit.day,
      days,
      state,
      text: `${hasMoved ? 'The meeting has moved since its notice was sent. ' : ''}${deadlineText(limit, days, state)}`,
      until: limit.until,
    }
  }
  const countingOf = (meeting: MeetingRef, deadline: string, sent: readonly StoredFormal[]) => {
    const { date, time } = lines.factsOf(meeting) ?? {}
    return sent.filter((notice) =>
      notice.time
        ? notice.time.date === date && notice.time.time === time
        : notice.deadline === undefined || notice.deadline === deadline,
    )
  }

  /** How many people a notice hasn't reached: their mails have failed, or may have, or wait for more than an hour. */
  const missedBy = async (notices: readonly StoredFormal[]): Promise<number> => {
    const mails = notices.flatMap(({ recipients: people }) => people)
    const states = await mail.states(mails.map((each) => each.mail))
    const anHourAgo = new Date(now().getTime() - 3_600_000).toISOString()
    const isPending = (id: string) => {
      const { state, at } = states.get(id) ?? { state: 'sent', at: '' }
      return state === 'failed' || state === 'unknown' || (state === 'waiting' && at < anHourAgo)
    }
    const reached = new Set(mails.flatMap((each) => (isPending(each.mail) ? [] : [each.person])))
    return new Set(mails.flatMap(({ person }) => (reached.has(person) ? [] : [person]))).size
  }

  const textOf = (meeting: MeetingRef): { subject: string; content: { blocks: MailBlock[] } } => {
    const {
      title,
      date,
      time = '',
      endTime = '',
      location,
    } = lines.factsOf(meeting) ?? {
      title: lines.titleOf(meeting),
    }
    const body = bodies.find(bodyOfMeeting(meeting))?.name
    const of = body === undefined ? '' : /^the /i.test(body) ? ` of ${body}` : ` of the ${body}`
    const day =
      date === undefined ? 'a day that is not set yet' : `${weekdayName(date)}, ${dayInWords(date)}`
    const hours = date === undefined ? '' : `, ${clockText(time)} to ${clockText(endTime)}`
    return {
      subject: `Notice of meeting: ${title}`,
      content: {
        blocks: [
          {
            type: 'paragraph',
            text: `This is the formal notice of a meeting${of} of ${foundation}.`,
          },
          {
            type: 'list',
            lines: [
              { text: title },
              { text: `${day}${hours}` },
              ...(location === undefined ? [] : [{ text: location }]),
            ],
          },
          {
            type: 'paragraph',
            text: 'You will find the agenda and the papers in the board portal.',
          },
          { type: 'button', text: 'Open the meeting', href: `${portalUrl}${meetingPath(meeting)}` },
        ],
      },
    }
  }

  const split = (people: readonly Recipient[]) => ({
    recipients: people.flatMap(({ person, name, address }) =>
      address === undefined ? [] : [{ person, name, address }],
    ),
    byHand: people
      .filter(({ address }) => address === undefined)
      .map((each) => ({ ...namedOf(each), why: 'noAddress' as const })),
  })

  const sentOf = async (key: string) => {
    const { documents } = await formalNoticesCollection
      .in(store)
      .list({ where: { meeting: key }, limit: noticeLimits.formal })
    return documents.toSorted((a, b) => (a.at < b.at ? 1 : -1))
  }
  const waiversOf = async (key: string) => {
    const { documents } = await waiversCollection.in(store).list({ where: { meeting: key } })
    return documents.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  }

  const refuse = (meeting: MeetingRef) => {
    if (lines.isInPreparation(meeting)) {
      throw new Refusal('conflict', 'The meeting is in preparation. Publish it first.')
    }
    const { date, stage } = lines.factsOf(meeting) ?? { date: undefined, stage: undefined }
    if (date === undefined) {
      throw new Refusal(
        'conflict',
        'Give the meeting its date, and publish its agenda, before you send the notice.',
      )
    }
    if (stage === 'cancelled') throw new Refusal('conflict', 'The meeting is cancelled.')
    if (date < dayOf(now(), timeZone)) throw new Refusal('conflict', 'The meeting is over.')
  }

  const writeWaiver = (
    meeting: MeetingRef,
    { person, name }: { person: string; name: string },
    by: Person,
    remark?: string,
  ) =>
    store.transaction(async (transaction) => {
      const { key } = visibility.meetingOf(meeting)
      const id = waiverId(key, person)
      const records = waiversCollection.in(transaction)
      const known = await records.get(id)
      // A waiver isn't taken back, and the first one counts.
      if (known) return known
      const after = {
        meeting: key,
        person,
        name,
        at: now().toISOString(),
        ...(remark === undefined ? {} : { recordedBy: by.email, remark }),
      }
      const written = await records.create(id, after)
      await recordChange(transaction, {
        at: now(),
        by,
        what: remark === undefined ? 'notice waived' : 'waiver recorded',
        subject: meetingId(meeting),
        after,
      })
      return written
    })

  /** A notice that waited is sent as it was written, or not at all. */
  mail.remakeWith(['formal-notice'], async ({ meeting: key, subject, content }) => {
    if (key === undefined) return { subject, content }
    const meeting = parts.meetingByKey(key)
    if (!meeting) throw new Refusal('notFound', 'The meeting no longer exists.')
    refuse(meeting)
    const present = textOf(meeting)
    if (subject !== present.subject || !isSameBody({ blocks: content.blocks }, present.content)) {
      throw new Refusal('conflict', 'The meeting has changed since this notice was written.')
    }
    return { subject, content }
  })

  const isToCome = (meeting: MeetingRef): boolean => {
    const { date, stage } = lines.factsOf(meeting) ?? { date: undefined, stage: '' }
    return date !== undefined && date >= dayOf(now(), timeZone) && stage !== 'cancelled'
  }

  return {
    async shown(
      meeting: MeetingRef,
      people: readonly Recipient[],
    ): Promise<MeetingNotices['formal']> {
      const { key } = visibility.meetingOf(meeting)
      const [sent, waivers] = await Promise.all([sentOf(key), waiversOf(key)])
      const deadline = deadlineOf(meeting, sent)
      const ids = sent.flatMap((notice) => notice.recipients.map((each) => each.mail))
      const states = await mail.states(ids)
      return {
        ...textOf(meeting),
        ...split(people),
        ...(deadline ? { deadline } : {}),
        sent: sent.map((notice) => ({
          ...notice,
          recipients: notice.recipients.map(({ mail: id, ...each }) => ({
            ...each,
            mail: lastMail(id, states),
          })),
        })),
        waivers,
      }
    },

    async send(person: Person, meeting: MeetingRef, id: string): Promise<void> {
      mustManagePortal(person)
      const { key } = visibility.meetingOf(meeting)
      if ((await mail.onSince()) === null) throw new Refusal('conflict', 'Mail is switched off.')
      const known = await formalNoticesCollection.in(store).get(id)
      if (known && known.meeting !== key)
        throw new Refusal('conflict', 'Please send the notice again.')
      if (!known) refuse(meeting)
      // First: if the process dies after it, the same request sent again completes the rest.
      await callMeeting(person, meeting)
      const people = recipients(meeting, await everyone())
      const text = textOf(meeting)
      const { recipients: mailed, byHand } = split(people)
      const until = deadlineOf(meeting)
      const { date, time = '' } = lines.factsOf(meeting) ?? {}
      await store.transaction(async (transaction) => {
        const records = formalNoticesCollection.in(transaction)
        if (await records.get(id)) return
        const at = now()
        const messages = mailed.map((each) => ({ ...each, mail: `formal-${id}-${each.person}` }))
        await mail.queue(
          transaction,
          messages.map(({ person: to, name, address, mail: mailId }) => ({
            id: mailId,
            kind: 'formal-notice' as const,
            person: to,
            to: { name, address },
            meeting: key,
            subject: text.subject,
            content: { greeting: `Dear ${name},`, ...text.content },
            unsubscribable: false,
          })),
        )
        const after: StoredFormal = {
          meeting: key,
          at: at.toISOString(),
          by: person.email,
          ...text,
          recipients: messages,
          byHand,
          ...(until ? { deadline: until.day, inTime: at < until.until } : {}),
          ...(date === undefined ? {} : { time: { date, time } }),
        }
        await records.create(id, after)
        await recordChange(transaction, {
          at,
          by: person,
          what: 'formal notice sent',
          subject: meetingId(meeting),
          after: {
            id,
            recipients: mailed.length,
            byHand: byHand.length,
            ...(until ? { deadline: until.day } : {}),
          },
        })
      })
      mail.wake()
    },

    async waive(person: Person, meeting: MeetingRef) {
      const own = await mine(person, meeting)
      if (own.waivedAt !== undefined) return own
      if (!own.canWaive) {
        throw new Refusal('conflict', 'You get no notice of this meeting, or it is over.')
      }
      const recipient = await recipientOf(person, meeting)
      const { at } = await writeWaiver(meeting, recipient!, person)
      return { canWaive: false, waivedAt: at }
    },

    async record(person: Person, meeting: MeetingRef, of: string, remark: string): Promise<void> {
      mustManagePortal(person)
      const people = recipients(meeting, await everyone())
      const waiving = people.find((each) => each.person === of)
      if (!waiving) throw new Refusal('notFound', 'This person gets no notice of the meeting.')
      await writeWaiver(meeting, waiving, person, remark)
    },

    mine,

    /** The coming meetings whose notice is due, or was missed. */
    async deadlines() {
      const found = []
      for (const stored of agendas.all()) {
        const meeting = meetingOf(stored.id)
        if (!meeting || !isToCome(meeting)) continue
        if ((deadlineOf(meeting)?.state ?? 'open') === 'open') continue
        const sent = await sentOf(visibility.meetingOf(meeting).key)
        const deadline = deadlineOf(meeting, sent)!
        const { title, date } = lines.factsOf(meeting)!
        const entry = { id: meetingId(meeting), title, date: date! }
        if (deadline.state === 'due' || deadline.state === 'missed') {
          found.push({ ...entry, deadline })
          continue
        }
        const missed = await missedBy(countingOf(meeting, deadline.day, sent))
        if (missed === 0) continue
        const state = now() < deadline.until ? ('due' as const) : ('missed' as const)
        const text = `The notice hasn’t reached ${counted(missed, 'person', 'people')}. ${deadlineText(deadline, deadline.days, state)}`
        found.push({ ...entry, deadline: { ...deadline, state, text } })
      }
      return found.toSorted((a, b) => (a.date < b.date ? -1 : 1))
    },
  }

  async function recipientOf(person: Person, meeting: MeetingRef) {
    const own = personOf(person)
    const people = recipients(meeting, await everyone())
    return people.find((each) => each.person === own)
  }

  async function mine(person: Person, meeting: MeetingRef) {
    const { key } = visibility.meetingOf(meeting)
    const known = await waiversCollection.in(store).get(waiverId(key, personOf(person)))
    const recipient = await recipientOf(person, meeting)
    if (known) return { canWaive: false, waivedAt: known.at }
    const canRead = recipient?.reader !== undefined && lines.mayRead(recipient.reader, meeting)
    if (!canRead || !isToCome(meeting)) return { canWaive: false }
    const state = deadlineOf(meeting, await sentOf(key))?.state
    return { canWaive: true, ...(state === 'late' || state === 'missed' ? { asked: true } : {}) }
  }
}
