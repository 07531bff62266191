import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { meetingId } from '@portal/domain/meeting-ref'
import { recordChange } from '../../platform/audit/record-change.ts'
import { flowOf } from '../../platform/background/heavy-work.ts'
import {
  heldLease,
  isHeld,
  keepRenewing,
  LeaseLost,
  mustHold,
  releasedLease,
} from '../../platform/background/lease.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { fileBytes } from '../../platform/files/bytes.ts'
import { withdrawalOf } from '../documents/documents-feature.ts'
import type { Log } from '../../platform/log.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { type BookPlan, type BuiltBook, type StoredBook, storedBookOf, versionsOf } from './book.ts'
import { type BookBuilder, failureSentence, PaperVanished } from './book-builder.ts'
import { asReader, type Requester, type BookPlans } from './book-plan.ts'
import {
  allRecords,
  bookFileKey,
  type BooksKey,
  type BooksRecord,
  changeRecord,
  deleteUnlessUsed,
  emptyRecord,
  isMaking,
  keyOf,
  type Making,
  newMaking,
  recordId,
} from './stored-books.ts'

export type BooksJobParts = {
  store: DocumentStore
  blobs: BlobStore
  plans: BookPlans
  builder: BookBuilder
  /** How many books are kept per meeting. */
  keptBooks: number
  onEnd: (outcome: 'made' | 'failed') => void
  now: () => Date
  log: Log
}

export type BooksJob = {
  /**
   * Starts to make the planned book, unless its file exists or it is already being made. Refuses with `tooMany` if the person
   * waits for several already.
   */
  ask: (key: BooksKey, by: Requester, plan: BookPlan) => Promise<void>
  /** Resumes books whose process has died. */
  resume: () => Promise<void>
  /** Resolves when this process is making nothing. */
  idle: () => Promise<void>
  stop: () => Promise<void>
}

type Run = {
  id: string
  key: BooksKey
  by: Requester
  token: string
  /** Number of papers that are in the book. */
  done: number
  stopping: AbortController
}

/** Papers may vanish while the book is planned again, so planning is repeated up to this many times. */
const mostRounds = 10

/** How many books one person may wait for. */
const mostOfPerson = 4

/** Makes books in the background, each under a lease of its record. They take turns by person. */
export function createBooksJob(parts: BooksJobParts): BooksJob {
  const { store, blobs, plans, builder, keptBooks, onEnd, now, log } = parts
  const inBackground = AsyncLocalStorage.snapshot()
  const running = new Set<Run>()
  const working = new Set<Promise<void>>()

  const isLeft = (record: BooksRecord) =>
    record.making?.state === 'making' && !isHeld(store, record.making.lease, now())

  /** Changes the record of a run that still holds its lease, and renews it. */
  const underLease = (
    { id, token }: Run,
    change: (
      record: BooksRecord & { making: Making },
      transaction: StoreOperations,
    ) => BooksRecord | Promise<BooksRecord>,
  ) =>
    changeRecord(store, id, async (record, transaction) => {
      const { making } = record ?? {}
      mustHold(making?.state === 'making' ? making.lease : undefined, token)
      return change(
        { ...record!, making: { ...making!, lease: heldLease(token, now()) } },
        transaction,
      )
    })

  const announce = (run: Run, plan: BookPlan) =>
    underLease(run, (record) => {
      const progress = { done: 0, total: plan.papers.length }
      return { ...record, making: { ...record.making, wanted: plan.id, now: plan.id, progress } }
    })

  /** Returns false if the book must be planned again: another was requested meanwhile, or a version was withdrawn. */
  const recordBook = async (run: Run, plan: BookPlan, built: BuiltBook): Promise<boolean> => {
    let isDone = true
    let dropped: StoredBook[] = []
    await underLease(run, async (before, transaction) => {
      for (const { documentId, sha256 } of versionsOf(plan)) {
        isDone = !(await withdrawalOf(transaction, documentId, sha256))
        if (!isDone) return before
      }
      isDone = before.making.wanted === plan.id
      const isShared = run.key.uid === undefined
      // A book whose file was missing keeps its number.
      const { number, madeAt } = before.books.find(({ id }) => id === plan.id) ?? {
        number: isShared ? before.last + 1 : undefined,
        madeAt: now().toISOString(),
      }
      const book = storedBookOf(plan, built, { number, madeAt })
      const others = before.books.filter(({ id }) => id !== plan.id)
      const books = [book, ...others].slice(0, isShared ? keptBooks : 1)
      dropped = others.filter(({ id }) => !books.some((other) => other.id === id))
      if (isShared) {
        const subject = meetingId(run.key.meeting)
        const after = { number, pages: built.pages }
        const { uid, email } = run.by
        const change = { at: now(), by: { uid, email }, what: 'board book made', subject, after }
        await recordChange(transaction, change)
      }
      const { making, ...rest } = before
      const next = { ...rest, last: Math.max(number ?? 0, before.last), books }
      return isDone ? next : { ...next, making }
    })
    for (const { id } of dropped) await blobs.delete(bookFileKey(id))
    return isDone
  }

  const round = async (run: Run, damaged: Set<string>): Promise<boolean> => {
    const { signal } = run.stopping
    const plan = await plans.of(run.key, run.by, damaged)
    run.done = 0
    await announce(run, plan)
    const onProgress = (count: number) => (run.done = count)
    // Many people wait for the shared book.
    const flow = run.key.uid === undefined ? 'everyone' : flowOf(run.by)
    return builder.build(
      { plan, reader: asReader(run.by, run.key), flow, signal, onProgress },
      async (built) => {
        signal.throwIfAborted()
        await blobs.put(bookFileKey(plan.id), fileBytes(built.path))
        try {
          if (await recordBook(run, plan, built)) return true
        } catch (error) {
          await deleteUnlessUsed(parts, run.id, plan.id)
          throw error
        }
        await announceNothing(run)
        await deleteUnlessUsed(parts, run.id, plan.id)
        return false
      },
    )
  }

  const renew = (run: Run) =>
    underLease(run, (before) => {
      const progress = { ...before.making.progress, done: run.done }
      return { ...before, making: { ...before.making, progress } }
    })

  const release = (run: Run) =>
    underLease(run, (before) => {
      const lease = releasedLease(run.token, now())
      return { ...before, making: { ...before.making, lease } }
    })

  /** Runs before the file of a book that won't be recorded is deleted. */
  const announceNothing = (run: Run) =>
    underLease(run, (before) => ({ ...before, making: { ...before.making, now: '' } }))

  const make = async (run: Run) => {
    const damaged = new Set<string>()
    for (let count = 0; count < mostRounds; count += 1) {
      try {
        if (await round(run, damaged)) return
      } catch (error) {
        if (!(error instanceof PaperVanished)) throw error
        damaged.add(error.sha256)
      }
    }
    throw new Error('The papers of a board book kept changing.')
  }

  const fail = async (run: Run, error: unknown) => {
    const reason = failureSentence(error)
    await underLease(run, (before) => ({
      ...before,
      making: { ...before.making, state: 'failed', reason },
    }))
  }

  const work = async (run: Run) => {
    try {
      run.stopping.signal.throwIfAborted()
      await make(run)
      onEnd('made')
    } catch (error) {
      if (error instanceof LeaseLost) return
      if (run.stopping.signal.aborted) {
        // Another process continues it, or this one after its next start.
        await release(run).catch(() => undefined)
        return
      }
      onEnd('failed')
      const cause = error instanceof Error ? (error.cause ?? error) : error
      if (run.key.uid === undefined)
        log.warn('a board book could not be made', { id: run.id, cause })
      else log.warn('a board book could not be made', { cause: (cause as Error).name })
      await fail(run, error).catch((second: unknown) => {
        if (!(second instanceof LeaseLost))
          log.warn('a failed board book could not be recorded', { cause: second })
      })
    } finally {
      running.delete(run)
    }
  }

  const begin = (begun: Omit<Run, 'done' | 'stopping'>) => {
    const run = { ...begun, done: 0, stopping: new AbortController() }
    running.add(run)
    // From now on, because other work may come first.
    const stopRenewing = keepRenewing(
      () => renew(run),
      (lost) => run.stopping.abort(lost),
    )
    const done = inBackground(() => work(run)).finally(() => {
      stopRenewing()
      working.delete(done)
    })
    working.add(done)
  }

  const refuseTooMany = ({ uid }: Requester) => {
    const own = [...running].filter(({ by }) => by.uid === uid)
    if (own.length < mostOfPerson) return
    const detail = 'You have asked for several board books already. Please wait until one is made.'
    throw new Refusal('tooMany', detail, { retryAfter: 10 })
  }

  return {
    async ask(key, by, plan) {
      const id = recordId(key)
      const token = randomUUID()
      const hasFile = (await blobs.info(bookFileKey(plan.id))) !== undefined
      let isBegun = false
      await changeRecord(store, id, (record = emptyRecord(key)) => {
        isBegun = false
        if (hasFile && record.books.some((book) => book.id === plan.id)) return undefined
        if (isMaking(store, record, now())) {
          if (record.making!.wanted === plan.id) return undefined
          return { ...record, making: { ...record.making!, wanted: plan.id } }
        }
        refuseTooMany(by)
        isBegun = true
        return { ...record, making: newMaking({ plan, by, token, now: now() }) }
      })
      if (isBegun) begin({ id, key, by, token })
    },

    async resume() {
      for (const { id, record: left } of await allRecords(store)) {
        if (!isLeft(left)) continue
        const token = randomUUID()
        let isTaken = false
        await changeRecord(store, id, (record) => {
          isTaken = record !== undefined && isLeft(record)
          if (!isTaken) return undefined
          return { ...record!, making: { ...record!.making!, lease: heldLease(token, now()) } }
        })
        const { by } = left.making!
        if (isTaken) begin({ id, key: keyOf(left), by, token })
      }
    },

    async idle() {
      while (working.size > 0) await Promise.all(working)
    },

    async stop() {
      for (const run of running) run.stopping.abort()
      await Promise.all(working)
    },
  }
}
