import type { AnswerAside } from '@portal/contract/replies'
import type { MeetingTime, ReplyAnswer } from '@portal/domain/replies'
import { shownName } from '@portal/domain/shown-text'
import * as z from 'zod/mini'
import { createJob } from '../../platform/background/jobs.ts'
import {
  heldLease,
  isHeld,
  keepRenewing,
  LeaseLost,
  leaseOf,
  mustHold,
  releasedLease,
} from '../../platform/background/lease.ts'
import type { Log } from '../../platform/log.ts'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import type {
  CalendarAnswer,
  MailboxPosition,
  ReceivedMessage,
  ReplyMailbox,
} from './reply-mailbox.ts'

const position = z.object({ validity: z.string(), uid: z.number() })

/** Collection `calendar_answers`, one document: how far the mailbox is read, and which answers count for nobody. */
const storedAnswers = z.object({
  lease: z.optional(leaseOf(z.number())),
  position: z.optional(position),
  /** The message that is read, and how often that was begun. */
  trying: z.optional(z.extend(position, { times: z.number() })),
  /** The newest last. */
  aside: z.array(
    z.object({
      /** When it was received; ISO 8601, UTC. */
      at: z.string(),
      /** As the message says, which anybody can have written. */
      from: z.string(),
      why: z.string(),
      /** The meeting's key, if the answer names an invitation of the portal. */
      meeting: z.optional(z.string()),
    }),
  ),
})
type StoredAnswers = z.infer<typeof storedAnswers>
const answersCollection = defineCollection('calendar_answers', storedAnswers)
const answersId = 'mailbox'

type Answered = {
  meetingKey: string
  person: string
  answer: ReplyAnswer | 'comes'
  note?: string | undefined
  /** The time that the person's calendar has. */
  time: MeetingTime
  at: Date
}

export type AnswersParts = {
  store: DocumentStore
  mailbox: ReplyMailbox | undefined
  /** The invitation that an answer belongs to, or why it belongs to none. */
  invitationOf: (answer: CalendarAnswer) => Invitation | NoInvitation
  /** A meeting by its key, if replies to it can be entered now. */
  openMeeting: (key: string) => { id: string; title: string } | undefined
  record: (answered: Answered) => Promise<'recorded' | 'refused'>
  now: () => Date
  log: Log
}

/** Why an answer belongs to no invitation; `meeting`: the meeting's key, if it names one. */
export type NoInvitation = { why: string; meeting?: string }

export type Invitation = {
  meeting: string
  person: string
  address: string
  time: MeetingTime
}

/** In ms. */
const interval = 60_000
/** Of one round. What is left is read in the next one. */
const limits = { messages: 100, time: 50_000 }
/** A message that couldn't be read so often is put aside. */
const mostTries = 5
/** How many are named. */
const mostAside = 50

/** Reads what calendar programs answer, once a minute, on one instance. Reading a message again changes nothing. */
export function createCalendarAnswers(parts: AnswersParts) {
  const { store, mailbox, invitationOf, openMeeting, record, now, log } = parts
  const read = () => answersCollection.in(store).find(answersId)
  const change = (token: number, changed: (before: StoredAnswers) => StoredAnswers) =>
    store.transaction(async (transaction) => {
      const records = answersCollection.in(transaction)
      const stored = await records.get(answersId)
      mustHold(stored?.lease, token)
      const { id: _, revision, updatedAt: __, ...before } = stored!
      await records.update(answersId, changed(before), revision)
    })
  const take = () =>
    store.transaction(async (transaction) => {
      const records = answersCollection.in(transaction)
      const stored = await records.get(answersId)
      if (stored?.lease && isHeld(store, stored.lease, now())) return undefined
      const token = (stored?.lease?.token ?? 0) + 1
      const before = stored ? (bodyOf(stored) as StoredAnswers) : { aside: [] }
      await records.put(answersId, { ...before, lease: heldLease(token, now()) }, stored)
      return { token, ...before }
    })

  /** Why an answer counts for nobody; undefined if it was recorded. */
  const faultOf = async (
    answer: CalendarAnswer,
    receivedAt: Date,
  ): Promise<NoInvitation | undefined> => {
    const invitation = invitationOf(answer)
    if ('why' in invitation) return invitation
    const { meeting: meetingKey, person, time } = invitation
    const because = (why: string) => ({ why, meeting: meetingKey })
    const own = answer.attendees.find(({ address }) => address === invitation.address)
    if (!own) return because('It is from another address than the one that was invited.')
    if (!own.answer) return because('It neither accepts nor declines.')
    const answered = { meetingKey, person, answer: own.answer, note: answer.note, time }
    const outcome = await record({ ...answered, at: receivedAt })
    return outcome === 'recorded'
      ? undefined
      : because('The person isn’t asked any more, or the meeting has moved or is over.')
  }

  const readOne = async (
    token: number,
    { position: at, receivedAt, from, answer }: ReceivedMessage,
    tried: MailboxPosition & { times: number },
  ) => {
    let fault: NoInvitation | undefined
    if (answer) {
      const isSame = tried.validity === at.validity && tried.uid === at.uid
      const times = isSame ? tried.times + 1 : 1
      if (times > mostTries) fault = { why: 'It couldn’t be read.' }
      else {
        await change(token, (before) => ({ ...before, trying: { ...at, times } }))
        const found = await answer()
        if (found) {
          fault = 'fault' in found ? { why: found.fault } : await faultOf(found, receivedAt)
        }
      }
    }
    if (fault) log.warn('a calendar’s answer was put aside', { why: fault.why })
    await change(token, (before) => ({
      ...before,
      trying: undefined,
      position: at,
      aside:
        fault === undefined
          ? before.aside
          : [
              ...before.aside,
              { at: receivedAt.toISOString(), from: shownName(from).slice(0, 320), ...fault },
            ].slice(-mostAside),
    }))
  }

  const run = async (stopped: AbortSignal = new AbortController().signal) => {
    if (!mailbox) return undefined
    const taken = await take()
    if (!taken) return 'held'
    const { token } = taken
    const lost = new AbortController()
    const late = AbortSignal.timeout(limits.time)
    const signal = AbortSignal.any([stopped, lost.signal, late])
    const renew = (lease: typeof heldLease<number>) =>
      change(token, (before) => ({ ...before, lease: lease(token, now()) }))
    const stopRenewing = keepRenewing(
      () => renew(heldLease),
      (error) => lost.abort(error),
    )
    try {
      const none = { validity: '', uid: 0, times: 0 }
      const messages = mailbox.read(taken.position, limits.messages, signal)
      for await (const message of messages) await readOne(token, message, taken.trying ?? none)
      return undefined
    } catch (error) {
      if (error instanceof LeaseLost || lost.signal.aborted) return 'held'
      if (stopped.aborted) return undefined
      if (late.aborted) throw tooSlow(error)
      throw error
    } finally {
      stopRenewing()
      await renew(releasedLease).catch((error: unknown) => {
        if (!(error instanceof LeaseLost || error instanceof Refusal)) throw error
      })
    }
  }

  return {
    run,
    /** The answers that count for nobody, the newest first. */
    async aside(): Promise<AnswerAside[]> {
      const { aside = [] } = (await read()) ?? {}
      return aside.toReversed().map(({ meeting, ...answer }) => {
        const open = meeting === undefined ? undefined : openMeeting(meeting)
        return { ...answer, ...(open ? { meeting: open } : {}) }
      })
    },
    /** Deletes those that were received before a moment. */
    async forget(before: Date): Promise<void> {
      await forgetAside(store, ({ at }) => at < before.toISOString())
    },
    job: createJob(
      {
        name: 'calendar-answers',
        does: 'reads what calendar programs answer to invitations',
        every: interval,
        failure: 'the mailbox of replies was not read',
        run: (signal) => run(signal),
        lease: async () => (await read())?.lease,
      },
      { now, log },
    ),
  }
}

function tooSlow(cause: unknown): Refusal {
  return new Refusal('unavailable', 'The mailbox of replies takes too long to answer.', { cause })
}

/** Deletes which of a person's answers count for nobody, by their address. */
export async function forgetAnswersAside(store: DocumentStore, email: string): Promise<void> {
  const address = email.toLowerCase()
  await forgetAside(store, ({ from }) => from.toLowerCase() === address)
}

async function forgetAside(
  store: DocumentStore,
  isGone: (answer: StoredAnswers['aside'][number]) => boolean,
): Promise<void> {
  await store.transaction(async (transaction) => {
    const records = answersCollection.in(transaction)
    const stored = await records.get(answersId)
    if (!stored?.aside.some(isGone)) return
    const aside = stored.aside.filter((answer) => !isGone(answer))
    const changed = { ...(bodyOf(stored) as StoredAnswers), aside }
    await records.update(answersId, changed, stored.revision)
  })
}
