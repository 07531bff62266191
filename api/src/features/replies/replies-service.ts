import type { CallInput } from '@portal/contract/endpoint'
import type { OwnReply, saveOwnReply } from '@portal/contract/replies'
import type { Person } from '@portal/contract/portal'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import {
  isSameTime,
  type MeetingTime,
  movedSentence,
  replyLimits,
  replyTo,
  type ReplyAnswer,
  type ReplySource,
} from '@portal/domain/replies'
import { type Actor, recordChange, refuseOvertaken } from '../../platform/audit/record-change.ts'
import type { AccountKinds } from '../../platform/identity/account-kinds.ts'
import type { DocumentStore, Stored } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { AskedPeople } from './asked-people.ts'
import type { ReplyMeeting, ReplyMeetings } from './reply-meetings.ts'
import { repliesCollection, replyId, type StoredReply } from './stored-replies.ts'

export type SentReply = CallInput<typeof saveOwnReply>['body']

export type RepliesParts = {
  store: DocumentStore
  meetings: ReplyMeetings
  asked: Pick<AskedPeople, 'isAsked' | 'readerOf'>
  kinds: Pick<AccountKinds, 'get'>
  visibility: Pick<VisibilityService, 'readerOf' | 'ownReaderOf' | 'mayReadMeeting'>
  bodies: { find: (id: string) => { name: string } | undefined }
  nameOf: (person: string) => string | undefined
  now: () => Date
}

/** Whose reply it is, and where it came from. */
export type ReplyWriting = {
  by: Actor
  person: string
  name: string
  source: ReplySource
  enteredBy?: { uid: string; name: string } | undefined
  /** Without it, the reply replaces whatever is there. */
  revision?: number | 'new' | undefined
  /** When it was given, if it arrived later: it doesn't replace a later one. */
  at?: Date | undefined
  /** What a refusal reveals of the stored reply. */
  shown: (stored: Stored<StoredReply>) => unknown
}

/** The person that somebody replies for. */
type Respondent = { person: string; name: string; assistantOf?: string; member: boolean }

/** Replies to meetings, as people give them. */
export function createRepliesService(parts: RepliesParts) {
  const { store, meetings, asked, kinds, visibility, bodies, nameOf, now } = parts

  /** Nobody while an admin views the portal as somebody else; an assistant replies only if their person allows it. */
  const respondentOf = (person: Person): Respondent | undefined => {
    if (person.viewsAs !== undefined) return undefined
    const { uid, kind, displayName, email } = person
    if (kind === undefined) {
      const id = visibility.ownReaderOf(person).person ?? uid
      return { person: id, name: nameOf(id) || displayName || email, member: true }
    }
    const { entry, assists, name = '' } = kinds.get(uid) ?? {}
    if (kind === 'guest') return { person: entry ?? uid, name, member: false }
    if (!assists?.mayReply) return undefined
    const ofName = nameOf(assists.person) ?? assists.name
    return { person: assists.person, name: ofName, assistantOf: ofName, member: true }
  }
  const isAsked = (caller: Person, { person, member }: Respondent, meeting: ReplyMeeting) =>
    asked.isAsked(meeting, person, member) &&
    visibility.mayReadMeeting(visibility.readerOf(caller), meeting.ref)

  const meetingIn = ({ id, title, body, time, location }: ReplyMeeting): OwnReply['meeting'] => ({
    id,
    title,
    body: bodies.find(body)?.name ?? '',
    ...time,
    ...(location === undefined ? {} : { location }),
  })

  /** An assistant doesn't see the note that somebody wrote to the secretary. */
  const shown = (
    meeting: ReplyMeeting,
    stored: Stored<StoredReply> | undefined,
    { assistantOf }: Pick<Respondent, 'assistantOf'>,
  ): OwnReply => ({
    meeting: meetingIn(meeting),
    ...(assistantOf === undefined ? {} : { of: assistantOf }),
    ...replyTo(stored, meeting.time),
    ...(stored?.note && assistantOf === undefined ? { note: stored.note } : {}),
    ...(stored?.source === 'telephone' ? { entered: true } : {}),
    ...(stored ? { revision: stored.revision } : {}),
  })

  const mustTakeReplies = (meeting: ReplyMeeting) => {
    if (meetings.isOpen(meeting)) return
    const message =
      meeting.stage === 'cancelled'
        ? 'This meeting was cancelled, so no reply is needed.'
        : 'This meeting is over, so it takes no more replies.'
    throw new Refusal('conflict', message)
  }

  /** The caller has checked that the person is asked. */
  const write = async (
    meeting: ReplyMeeting,
    sent: { answer: ReplyAnswer; note?: string | undefined; time: MeetingTime },
    writing: ReplyWriting,
  ): Promise<Stored<StoredReply>> => {
    mustTakeReplies(meeting)
    if (!isSameTime(sent.time, meeting.time)) {
      throw new Refusal('conflict', movedSentence(sent.time, meeting.time))
    }
    const { by, person, name, source, enteredBy, revision, shown: revealed } = writing
    const given = writing.at && writing.at < now() ? writing.at : now()
    const at = given.toISOString()
    const id = replyId(person, meeting.key)
    return store.transaction(async (transaction) => {
      const records = repliesCollection.in(transaction)
      const current = await records.get(id)
      if (writing.at && current && current.at > at) return current
      const note = sent.note === undefined ? current?.note : sent.note.trim()
      const content = {
        person,
        meeting: meeting.key,
        answer: sent.answer,
        ...(note ? { note } : {}),
        given: meeting.time,
        source,
      }
      // The same reply sent again changes nothing, whoever sends it.
      if (
        current &&
        isSameBody(bodyOf(current), { ...bodyOf(current), note: undefined, ...content })
      )
        return current
      if (revision !== undefined) {
        await refuseOvertaken(transaction, { current, revision, subject: id, shown: revealed })
      }
      const written = await records.put(
        id,
        { ...content, ...(enteredBy ? { enteredBy } : {}), name, at },
        current,
      )
      // The audit says that a reply was given. The note is between the person and the secretary.
      const audited = (reply: StoredReply) => ({
        name: reply.name,
        meeting: meeting.id,
        answer: reply.answer,
        source: reply.source,
      })
      await recordChange(transaction, {
        at: now(),
        by,
        what: source === 'telephone' ? 'reply entered' : 'reply given',
        subject: id,
        ...(current ? { before: audited(current) } : {}),
        after: audited(written),
      })
      return written
    })
  }

  return {
    respondentOf,
    meetingIn,
    write,

    async own(caller: Person): Promise<{ replies: OwnReply[] }> {
      const respondent = respondentOf(caller)
      if (!respondent) return { replies: [] }
      const open = meetings
        .open()
        .filter((meeting) => isAsked(caller, respondent, meeting))
        .slice(0, replyLimits.meetings)
      const records = repliesCollection.in(store)
      const replies = open.map(async (meeting) => {
        const stored = await records.find(replyId(respondent.person, meeting.key))
        return shown(meeting, stored, respondent)
      })
      return { replies: await Promise.all(replies) }
    },

    async save(
      caller: Person,
      ref: MeetingRef,
      sent: SentReply,
      revision: number | 'new',
    ): Promise<OwnReply> {
      const respondent = respondentOf(caller)
      if (!respondent) {
        if (caller.kind !== 'assistant') throw noSuchMeeting()
        const message = `You can’t reply for ${caller.assists ?? 'them'}: they haven’t allowed it.`
        throw new Refusal('conflict', message)
      }
      const meeting = meetings.byRef(ref)
      if (!meeting || !isAsked(caller, respondent, meeting)) throw noSuchMeeting()
      const { person, name, assistantOf } = respondent
      const byAssistant = { uid: caller.uid, name: caller.displayName || caller.email }
      const written = await write(meeting, sent, {
        by: caller,
        person,
        name,
        source: 'portal',
        enteredBy: assistantOf === undefined ? undefined : byAssistant,
        revision,
        shown: (stored) => shown(meeting, stored, respondent),
      })
      return shown(meeting, written, respondent)
    },

    /** Of these people and meetings, who hasn't replied to which at its present time. */
    async missing(people: readonly string[], keys: readonly string[]) {
      const found = new Map<string, string[]>(people.map((person) => [person, []]))
      for (const key of keys) {
        const meeting = meetings.byKey(key)
        if (!meeting || !meetings.isOpen(meeting)) continue
        const replied = await answersTo(store, meeting)
        for (const [person, missing] of found) {
          if (asked.isAsked(meeting, person, true) && !replied.has(person)) missing.push(key)
        }
      }
      return found
    },
  }
}
export type RepliesService = ReturnType<typeof createRepliesService>

/** The stored replies to a meeting, by person. */
export async function repliesTo(
  store: DocumentStore,
  { key }: Pick<ReplyMeeting, 'key'>,
): Promise<Map<string, Stored<StoredReply>>> {
  const found = new Map<string, Stored<StoredReply>>()
  for await (const page of repliesCollection.in(store).pages({ where: { meeting: key } })) {
    for (const reply of page) found.set(reply.person, reply)
  }
  return found
}

/** The answers to a meeting at its present time, by person. */
async function answersTo(
  store: DocumentStore,
  meeting: ReplyMeeting,
): Promise<Map<string, ReplyAnswer>> {
  const all = [...(await repliesTo(store, meeting)).values()]
  return new Map(
    all.flatMap((stored): [string, ReplyAnswer][] => {
      const { answer } = replyTo(stored, meeting.time)
      return answer === undefined ? [] : [[stored.person, answer]]
    }),
  )
}

export function noSuchMeeting(): Refusal {
  return new Refusal('notFound', 'There is no such meeting.')
}
