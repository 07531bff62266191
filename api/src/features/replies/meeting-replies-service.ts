import type { MeetingReplies, MeetingReply, ReplyRequest } from '@portal/contract/replies'
import type { Person } from '@portal/contract/portal'
import type { AgendaItem } from '@portal/contract/agendas'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { quorumForecast } from '@portal/domain/quorum-forecast'
import { presetRules, type RuleProfile } from '@portal/domain/rule-profiles'
import { type ReplyAnswer, replyLimits, replyTo } from '@portal/domain/replies'
import { mustManagePortal } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { DocumentStore, Stored } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import { closedKeys, normalItem, normalItems } from '../agendas/agendas-feature.ts'
import { audienceOf, type VisibilityService } from '../visibility/visibility-feature.ts'
import type { AskedPeople, AskedPerson } from './asked-people.ts'
import type { ReplyMail } from './reply-mail.ts'
import type { ReplyMeeting, ReplyMeetings } from './reply-meetings.ts'
import { noSuchMeeting, type RepliesService, repliesTo, type SentReply } from './replies-service.ts'
import { requestsCollection, type StoredReply, type StoredRequest } from './stored-replies.ts'

type Parts = {
  store: DocumentStore
  replies: Pick<RepliesService, 'write' | 'meetingIn'>
  meetings: ReplyMeetings
  asked: AskedPeople
  bodies: { find: (id: string) => { rules: RuleProfile } | undefined }
  visibility: Pick<VisibilityService, 'readerOf' | 'restriction' | 'mayReadItem' | 'mayReadMeeting'>
  mail: ReplyMail
  nameOf: (person: string) => string | undefined
  now: () => Date
}

/** The replies to a meeting as staff see them: who comes, whether a quorum is expected, and reminders. */
export function createMeetingRepliesService(parts: Parts) {
  const { store, replies, meetings, asked, bodies, visibility, mail, nameOf, now } = parts

  const meetingFor = (person: Person, ref: MeetingRef): ReplyMeeting => {
    mustManagePortal(person)
    const meeting = meetings.byRef(ref)
    if (!meeting) {
      throw new Refusal(
        'notFound',
        'Nobody is asked about this meeting yet: it has no date that its members see.',
      )
    }
    return meeting
  }

  const shown = (
    { time }: ReplyMeeting,
    { person, name, office, votes, guest, email }: AskedPerson,
    stored: Stored<StoredReply> | undefined,
  ): MeetingReply => ({
    person,
    name,
    ...(office === undefined ? {} : { office }),
    votes,
    ...(guest ? { guest } : {}),
    hasAddress: email !== undefined,
    ...replyTo(stored, time),
    ...(stored?.note ? { note: stored.note } : {}),
    ...(stored
      ? {
          source: stored.source,
          ...(stored.enteredBy ? { enteredBy: stored.enteredBy.name } : {}),
          repliedAt: stored.at,
          revision: stored.revision,
        }
      : {}),
  })

  /** The items that somebody doesn't get. Of those that the caller may not read, only how many there are. */
  const forecastsOf = (
    caller: Person,
    meeting: ReplyMeeting,
    answers: ReadonlyMap<string, ReplyAnswer>,
  ): Pick<MeetingReplies, 'items' | 'closedItems'> => {
    const reader = visibility.readerOf(caller)
    const placeholders = normalItems(meeting.stored)
    let closedItems = 0
    const items = closedKeys(meeting.stored).flatMap((key, index) => {
      if (key === undefined) return []
      const { id } = placeholders[index]!
      const restriction = visibility.restriction(key)
      if (!restriction?.record.item || !visibility.mayReadItem(reader, restriction.thing)) {
        closedItems += 1
        return []
      }
      const { except = [] } = audienceOf(restriction.record) ?? {}
      if (except.length === 0) return []
      const { title }: Pick<AgendaItem, 'title'> = normalItem(restriction.record.item, id)
      const names = except.map((person) => nameOf(person) ?? 'Somebody who has left')
      return [{ id, title, except: names, forecast: forecastOf(meeting, answers, except) }]
    })
    return { items, closedItems }
  }
  const forecastOf = (
    meeting: ReplyMeeting,
    answers: ReadonlyMap<string, ReplyAnswer>,
    except: readonly string[] = [],
  ) =>
    quorumForecast({
      inOffice: asked.voting(meeting),
      answers,
      rules: bodies.find(meeting.body)?.rules ?? presetRules('smallBoard'),
      except,
    })

  const shownRequest = (
    { id, at, by, asked: written, byHand }: Stored<StoredRequest>,
    names: ReadonlyMap<string, string>,
  ): ReplyRequest => ({
    id,
    at,
    by: by.name,
    asked: written.length,
    byHand: byHand.flatMap((person) => names.get(person) ?? nameOf(person) ?? []),
  })
  const namesOf = (people: readonly AskedPerson[]) =>
    new Map(people.map(({ person, name }) => [person, name]))

  return {
    async list(caller: Person, ref: MeetingRef): Promise<MeetingReplies> {
      const meeting = meetingFor(caller, ref)
      const people = (await asked.of(meeting)).slice(0, replyLimits.people)
      const requestsOf = { where: { meeting: meeting.key } }
      const [isOn, stored, { documents }] = await Promise.all([
        mail.isOn(),
        repliesTo(store, meeting),
        requestsCollection.in(store).findAll(requestsOf),
      ])
      const answers = answersIn(stored, meeting)
      const names = namesOf(people)
      return {
        meeting: replies.meetingIn(meeting),
        isOpen: meetings.isOpen(meeting),
        mail: isOn,
        replies: people.map((person) => shown(meeting, person, stored.get(person.person))),
        forecast: forecastOf(meeting, answers),
        ...forecastsOf(caller, meeting, answers),
        requests: documents
          .toSorted((a, b) => b.at.localeCompare(a.at))
          .slice(0, replyLimits.requests)
          .map((request) => shownRequest(request, names)),
      }
    },

    /** Somebody telephoned. */
    async enter(
      caller: Person,
      { ref, person }: { ref: MeetingRef; person: string },
      sent: SentReply,
      revision: number | 'new',
    ): Promise<MeetingReply> {
      const meeting = meetingFor(caller, ref)
      const of = (await asked.of(meeting)).find((each) => each.person === person)
      if (!of) throw new Refusal('notFound', 'This person isn’t asked to the meeting.')
      const written = await replies.write(meeting, sent, {
        by: caller,
        person,
        name: of.name,
        source: 'telephone',
        enteredBy: { uid: caller.uid, name: caller.displayName || caller.email },
        revision,
        shown: (stored) => shown(meeting, of, stored),
      })
      return shown(meeting, of, written)
    },

    /** A press that is repeated gets the first result, and sends nothing. */
    async request(caller: Person, ref: MeetingRef, id: string): Promise<ReplyRequest> {
      const meeting = meetingFor(caller, ref)
      const people = await asked.of(meeting)
      const names = namesOf(people)
      const known = await requestsCollection.in(store).get(id)
      if (known) {
        if (known.meeting !== meeting.key) throw noSuchMeeting()
        return shownRequest(known, names)
      }
      if (!meetings.isOpen(meeting) || meeting.begins <= now()) {
        throw new Refusal(
          'conflict',
          'This meeting has begun, is over or was cancelled: nobody is asked.',
        )
      }
      const stored = await repliesTo(store, meeting)
      const answers = answersIn(stored, meeting)
      const missing = people
        .filter(
          ({ person }) =>
            !answers.has(person) && visibility.mayReadMeeting(asked.readerOf(person), meeting.ref),
        )
        .map((person) => ({ ...person, movedFrom: stored.get(person.person)?.given }))
      const isOn = await mail.isOn()
      // Before the request is recorded: if it is cut, sending it again completes it.
      const written = isOn ? await mail.ask({ request: id, meeting, people: missing }) : noOne
      const ids = missing.map(({ person }) => person)
      const content: StoredRequest = {
        meeting: meeting.key,
        at: now().toISOString(),
        by: { uid: caller.uid, name: caller.displayName || caller.email },
        asked: ids.filter((person) => written.has(person)),
        byHand: ids.filter((person) => !written.has(person)),
      }
      return store.transaction(async (transaction) => {
        const records = requestsCollection.in(transaction)
        const current = await records.get(id)
        if (current) return shownRequest(current, names)
        const created = await records.create(id, content)
        await recordChange(transaction, {
          at: now(),
          by: caller,
          what: 'replies requested',
          subject: meeting.id,
          after: { asked: content.asked.length, byHand: content.byHand.length },
        })
        return shownRequest(created, names)
      })
    },
  }
}

const noOne: ReadonlySet<string> = new Set()

function answersIn(
  stored: ReadonlyMap<string, StoredReply>,
  { time }: ReplyMeeting,
): Map<string, ReplyAnswer> {
  return new Map(
    [...stored].flatMap(([person, reply]): [string, ReplyAnswer][] => {
      const { answer } = replyTo(reply, time)
      return answer === undefined ? [] : [[person, answer]]
    }),
  )
}
