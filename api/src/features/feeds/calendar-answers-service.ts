import type { MeetingTime, ReplyAnswer } from '@portal/domain/replies'
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
  invitationOf: (answer: CalendarAnswer) => Invitation | string
  record: (answered: Answered) => Promise<'recorded' | 'refused'>
  now: () => Date
  log: Log
}

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
  const { store, mailbox, invitationOf, record, now, log } = parts
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
  const faultOf = async (answer: CalendarAnswer, receivedAt: Date): Promise<string | undefined> => {
    const invitation = invitationOf(answer)
    if (typeof invitation === 'string') return invitation
    const own = answer.attendees.find(({ address }) => address === invitation.address)
    if (!own) return 'It is from another address than the one that was invited.'
    if (!own.answer) return 'It neither accepts nor declines.'
    const { meeting: meetingKey, person, time } = invitation
    const answered = { meetingKey, person, answer: own.answer, note: answer.note, time }
    const outcome = await record({ ...answered, at: receivedAt })
    return outcome === 'recorded'
      ? undefined
      : 'The person isn’t asked any more, or the meeting has moved or is over.'
  }

  const readOne = async (
    token: number,
    { position: at, receivedAt, from, answer }: ReceivedMessage,
    tried: MailboxPosition & { times: number },
  ) => {
    let why: string | undefined
    if (answer) {
      const isSame = tried.validity === at.validity && tried.uid === at.uid
      const times = isSame ? tried.times + 1 : 1
      if (times > mostTries) why = 'It couldn’t be read.'
      else {
        await change(token, (before) => ({ ...before, trying: { ...at, times } }))
        const found = await answer()
        if (found) why = 'fault' in found ? found.fault : await faultOf(found, receivedAt)
      }
    }
    if (why !== undefined) log.warn('a calendar’s answer was put aside', { why })
    await change(token, (before) => ({
      ...before,
      trying: undefined,
      position: at,
      aside:
        why === undefined
          ? before.aside
          : [
              ...before.aside,
              { at: receivedAt.toISOString(), from: from.slice(0, 320), why: why.slice(0, 300) },
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
    aside: async () => ((await read())?.aside ?? []).toReversed(),
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
  await store.transaction(async (transaction) => {
    const records = answersCollection.in(transaction)
    const stored = await records.get(answersId)
    const address = email.toLowerCase()
    const aside = stored?.aside.filter(({ from }) => from.toLowerCase() !== address)
    if (!stored || !aside || aside.length === stored.aside.length) return
    await records.update(
      answersId,
      { ...(bodyOf(stored) as StoredAnswers), aside },
      stored.revision,
    )
  })
}
