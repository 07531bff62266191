import { setTimeout as after } from 'node:timers/promises'
import { createJob, type Job } from '../../platform/background/jobs.ts'
import {
  heldLease,
  isHeld,
  keepRenewing,
  LeaseLost,
  mustHold,
  releasedLease,
} from '../../platform/background/lease.ts'
import type { Log } from '../../platform/log.ts'
import type { DocumentStore, Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { Refusal } from '../../refusal.ts'
import type { Mail, MailOutcome } from './mail.ts'
import {
  inState,
  type MailRun,
  mailRunCollection,
  mailRunId,
  mailsCollection,
  type StoredMail,
} from './stored-mail.ts'

type Parts = {
  store: DocumentStore
  /** None while mail is off. */
  mail: Mail | undefined
  /** What else is to be done, also while mail is off. */
  before?: (signal: AbortSignal) => Promise<unknown>
  /** The message’s bytes, and what it shows, if that has changed since it was queued. */
  compose: (mail: Stored<StoredMail>) => Promise<Composed>
  /** The address that mails come from. */
  from: string
  /** Mails a minute, at most. */
  perMinute: number
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  now: () => Date
  log: Log
  /** Called with what became of a mail. */
  onEnd?: (state: MailOutcome['state']) => void
}

export type Composed = { bytes: Uint8Array; changed?: Pick<StoredMail, 'subject' | 'content'> }

/** In ms. */
const interval = 15_000
const minute = 60_000
/** After a temporary refusal, and while nothing can be sent: how long to wait, in minutes. Then the last one again. */
const pauses = [1, 5, 15, 30, 60]
const longestFailing = [1, 2, 5, 15]
/** How many are read at a time. */
const pageSize = 25

/** Sends what is due, one mail at a time, by one instance for all. Each mail is begun at most once at a time. */
export function createMailSending(parts: Parts) {
  const { store, mail: port, before, compose, from, perMinute, now, log } = parts
  const { wait = (ms, signal) => after(ms, undefined, { signal }) } = parts
  /** Outcomes that couldn’t be stored yet, because the database was unreachable. */
  const unrecorded: Attempt[] = []
  const readRun = (at: StoreOperations = store) => mailRunCollection.in(at).get(mailRunId)
  const changeRun = (token: number, change: (run: MailRun) => MailRun) =>
    store.transaction(async (transaction) => {
      const run = await readRun(transaction)
      mustHold(run?.lease, token)
      const changed = change(bodyOf(run!))
      await mailRunCollection.in(transaction).update(mailRunId, changed, run!.revision)
    })

  /** The token of a new lease; undefined if nothing is to be done. */
  const take = async (): Promise<number | 'held' | undefined> => {
    const [due, begun] = [await dueMails(1), await begunMails(1)]
    if (due.length + begun.length === 0) return undefined
    return store.transaction(async (transaction) => {
      const run = await readRun(transaction)
      if (run?.lease && isHeld(store, run.lease, now())) return 'held'
      if (run?.failing && run.failing.pausedUntil > now().toISOString()) return undefined
      const token = (run?.lease?.token ?? 0) + 1
      const body = run ? (bodyOf(run) as MailRun) : {}
      const taken = { ...body, lease: heldLease(token, now()) }
      await mailRunCollection.in(transaction).put(mailRunId, taken, run)
      return token
    })
  }

  const dueMails = async (limit: number) => {
    const to = new Date(now().getTime() + 1).toISOString()
    const { documents } = await mailsCollection
      .in(store)
      .findAll({ orderBy: 'due', from: '', to, limit })
    return documents
  }
  const begunMails = async (limit?: number) => {
    const query = { where: { state: 'sending' }, ...(limit === undefined ? {} : { limit }) }
    return (await mailsCollection.in(store).findAll(query)).documents
  }

  /** Under the lease nobody sends: whoever has begun these was cut. */
  const endBegun = async (token: number) => {
    for (const { id } of await begunMails()) {
      await store.transaction(async (transaction) => {
        mustHold((await readRun(transaction))?.lease, token)
        const mail = await mailsCollection.in(transaction).get(id)
        if (mail?.state !== 'sending') return
        const reply = 'The portal was stopped before the mail server had answered.'
        await write(transaction, mail, { state: 'unknown', reply })
      })
    }
  }

  const write = async (
    transaction: StoreOperations,
    mail: Stored<StoredMail>,
    { state, reply, due }: Pick<StoredMail, 'state' | 'reply' | 'due'>,
  ) => {
    const { due: _, ...body } = bodyOf(mail) as StoredMail
    const changed: StoredMail = {
      ...body,
      ...inState(state, mail.at),
      ...(due === undefined ? {} : { due }),
      ...(reply === undefined ? {} : { reply: reply.slice(0, longestReply) }),
      changedAt: now().toISOString(),
    }
    return mailsCollection.in(transaction).update(mail.id, changed, mail.revision)
  }

  /** Stores that the receiver gets it now. Afterwards nobody else sends it. */
  const begin = (token: number, mail: Stored<StoredMail>, changed: Composed['changed']) =>
    store.transaction(async (transaction) => {
      mustHold((await readRun(transaction))?.lease, token)
      const current = await mailsCollection.in(transaction).get(mail.id)
      if (current?.revision !== mail.revision) throw new Overtaken()
      const begun = { ...current, ...changed, attempts: current.attempts + 1 }
      await write(transaction, begun, { state: 'sending', reply: mail.reply })
    })

  const record = async ({ mail, isBegun, outcome }: Attempt) => {
    await store.transaction(async (transaction) => {
      const current = await mailsCollection.in(transaction).get(mail.id)
      if (!current) return
      const isOwn = isBegun
        ? // Another instance may have taken over, and given up waiting for the answer.
          (current.state === 'sending' || current.state === 'unknown') &&
          current.attempts === mail.attempts + 1
        : current.revision === mail.revision
      if (!isOwn) return
      const attempts = mail.attempts + 1
      const { state, reply } = outcome
      const next = { ...current, attempts }
      if (state === 'deferred') {
        const pause = pauses[Math.min(attempts, pauses.length) - 1]! * minute
        const due = new Date(now().getTime() + pause).toISOString()
        await write(
          transaction,
          next,
          due < mail.until ? { state: 'waiting', reply, due } : { state: 'failed', reply },
        )
      } else {
        await write(transaction, next, { state: state === 'refused' ? 'failed' : state, reply })
      }
    })
  }

  /** Stores outcomes, those first that couldn’t be stored before. */
  const recordAll = async () => {
    while (unrecorded.length > 0) {
      await record(unrecorded[0]!)
      unrecorded.shift()
    }
  }

  const giveUp = (token: number, mail: Stored<StoredMail>, failing: MailRun['failing']) =>
    store.transaction(async (transaction) => {
      mustHold((await readRun(transaction))?.lease, token)
      const current = await mailsCollection.in(transaction).get(mail.id)
      if (current?.revision !== mail.revision) return
      const reply = mail.reply ?? failing?.reason ?? 'It was too late to send this mail.'
      await write(transaction, current, { state: 'failed', reply })
    })

  /** Resolves to whether the receiver was reached. */
  const sendOne = async (
    token: number,
    mail: Stored<StoredMail>,
    signal: AbortSignal,
  ): Promise<Refusal | undefined> => {
    let isBegun = false
    let outcome: MailOutcome
    const composed = await compose(mail).catch(notComposed)
    if ('state' in composed) {
      unrecorded.push({ mail, isBegun, outcome: composed })
      await recordAll()
      return undefined
    }
    const { bytes, changed } = composed
    try {
      const message = { id: mail.id, from, to: mail.to.address, bytes }
      outcome = await port!.send(
        message,
        async () => {
          await begin(token, mail, changed)
          isBegun = true
        },
        signal,
      )
    } catch (error) {
      if (error instanceof Overtaken) return undefined
      if (!isBegun) {
        if (error instanceof Refusal && !signal.aborted) return error
        throw error
      }
      outcome = { state: 'unknown', reply: 'The mail server’s answer didn’t arrive.' }
    }
    parts.onEnd?.(outcome.state)
    unrecorded.push({ mail, isBegun, outcome })
    await recordAll()
    return undefined
  }

  const noteFailing = (token: number, { message, details: { cause } }: Refusal) =>
    changeRun(token, (run) => {
      const times = (run.failing?.times ?? 0) + 1
      const pause = longestFailing[Math.min(times, longestFailing.length) - 1]! * minute
      const since = run.failing?.since ?? now().toISOString()
      const reason = (cause instanceof Error ? cause.message : message).slice(0, longestReply)
      const pausedUntil = new Date(now().getTime() + pause).toISOString()
      return { ...run, failing: { since, reason, times, pausedUntil } }
    })

  const sendAll = async (token: number, signal: AbortSignal) => {
    await endBegun(token)
    let { failing } = (await readRun()) ?? {}
    for (;;) {
      const page = await dueMails(pageSize)
      if (page.length === 0) return
      for (const mail of page) {
        signal.throwIfAborted()
        if (mail.until <= now().toISOString()) {
          await giveUp(token, mail, failing)
          continue
        }
        const fault = await sendOne(token, mail, signal)
        if (fault) {
          await noteFailing(token, fault)
          if (!failing) log.warn('mail can’t be sent', { cause: fault })
          return
        }
        if (failing) {
          failing = undefined
          await changeRun(token, (held) => ({ ...held, failing: undefined }))
          log.info('mail is sent again')
        }
        await wait(minute / perMinute, signal)
      }
    }
  }

  const run = async (signal: AbortSignal): Promise<'held' | undefined> => {
    await before?.(signal)
    if (!port) return undefined
    await recordAll()
    const token = await take()
    if (token === undefined || token === 'held') return token
    const lost = new AbortController()
    const either = AbortSignal.any([signal, lost.signal])
    const stopRenewing = keepRenewing(
      () => changeRun(token, (held) => ({ ...held, lease: heldLease(token, now()) })),
      (error) => lost.abort(error),
    )
    try {
      await sendAll(token, either)
    } catch (error) {
      if (error instanceof LeaseLost || lost.signal.aborted) return 'held'
      if (!signal.aborted) throw error
    } finally {
      stopRenewing()
      await changeRun(token, (held) => ({ ...held, lease: releasedLease(token, now()) })).catch(
        (error: unknown) => {
          if (!(error instanceof LeaseLost || error instanceof Refusal)) throw error
        },
      )
    }
    return undefined
  }

  const job: Job = createJob(
    {
      name: 'mail',
      does: 'sends mails',
      every: interval,
      failure: 'mails were not sent',
      run,
      lease: async () => (await readRun())?.lease,
    },
    { now, log },
  )
  return { job, run: (signal = new AbortController().signal) => run(signal) }
}

type Attempt = { mail: Stored<StoredMail>; isBegun: boolean; outcome: MailOutcome }

/** A part of the message can’t be made, such as a link for an account: now, or never. */
function notComposed(error: unknown): MailOutcome {
  if (!(error instanceof Refusal)) throw error
  const isOver = error.code === 'notFound' || error.code === 'conflict'
  return { state: isOver ? 'refused' : 'deferred', reply: error.message }
}

/** What is kept of a receiver’s own text. */
const longestReply = 1000

/** The mail was changed or begun by somebody else meanwhile. */
class Overtaken extends Error {}
