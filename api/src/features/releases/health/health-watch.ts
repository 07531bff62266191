import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../../../platform/log.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { evaluateCandidate, isToBeDenied, type Evaluation } from './evaluate-candidate.ts'
import type { HealthSessions } from './health-sessions.ts'
import { pointersCollection, releaseKey, type StoredPointer, readable } from '../release-records.ts'
import type { ReportedSession } from './vital-tally.ts'
import type { ComparedSpeed } from '@portal/contract/release-health'
import { vitalsInWords } from '@portal/domain/vitals'
import type { ReleaseErrorCounts as ErrorCounts, ReportedError } from './error-groups.ts'
import { noticesCollection } from './health-records.ts'
import { changePointer, pointerOf } from '../pointers/pointer-change.ts'
import { denied } from '../pointers/pointer-moves.ts'

export type HealthWatch = {
  /** Counts a session of a release; it is stored with others in a moment, and its remote's candidate evaluated. */
  count: (remote: string, release: string, session: ReportedSession) => void
  /** Counts a session of a previewed release, which is stored separately and doesn't count for a candidate. */
  countPreview: (remote: string, release: string, session: ReportedSession) => void
  /** Counts an error of a release for its team. */
  countError: (place: ReportedPlace, error: ReportedError) => void
  /** Stores the counts and evaluates the candidates concerned. */
  flush: () => Promise<void>
  /** Evaluates every candidate by the stored counts, as after a start. Never throws. */
  evaluateAll: () => Promise<void>
}

type Parts = {
  store: DocumentStore
  sessions: HealthSessions
  /** Where previewers' sessions are stored. */
  previewed: Pick<HealthSessions, 'add'>
  errors: { usual: Pick<ErrorCounts, 'add'>; previewed: Pick<ErrorCounts, 'add'> }
  now: () => Date
  log: Log
  /** Called for each release that was denied here. */
  onDenied: (remote: string) => void
}

/** How long counts are collected before they are stored: one write for many reports. In ms. */
const pause = 2000

const pauseAfterTrouble = 30_000

/**
 * How many sessions may wait, and how many errors; further ones are dropped while the store is down, which is no
 * release's fault. Errors that can't be stored must not keep sessions from being counted.
 */
const most = 1000

/** A release, as everyone runs it or in its previews. */
type ReportedPlace = { remote: string; release: string; isPreview: boolean }

type Waiting = ReportedPlace & {
  sessions: Map<string, ReportedSession>
  errors: ReportedError[]
}

/**
 * From browsers' reports to a verdict. Two instances may both reach one: the pointer is moved once.
 */
export function createHealthWatch(parts: Parts): HealthWatch {
  const { store, sessions, previewed, errors, now, log, onDenied } = parts
  let waiting = new Map<string, Waiting>()
  let size = { sessions: 0, errors: 0 }
  let timer: NodeJS.Timeout | undefined
  let flushed: Promise<void> = Promise.resolve()
  const inBackground = AsyncLocalStorage.snapshot()

  const waitingFor = (place: ReportedPlace) => {
    const { remote, release, isPreview } = place
    const key = `${releaseKey(remote, release)} ${isPreview}`
    const of: Waiting = waiting.get(key) ?? { ...place, sessions: new Map(), errors: [] }
    waiting.set(key, of)
    return of
  }

  const putError = (place: ReportedPlace, error: ReportedError) => {
    if (size.errors >= most) return
    size.errors++
    waitingFor(place).errors.push(error)
  }

  const put = (place: ReportedPlace, session: ReportedSession) => {
    const of = waitingFor(place)
    const earlier = of.sessions.get(session.id)
    if (!earlier && size.sessions >= most) return
    if (!earlier) size.sessions++
    of.sessions.set(session.id, earlier ? joined(earlier, session) : session)
  }

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    flushed = flushed.then(() => inBackground(storeAndEvaluate))
    return flushed
  }
  const wake = (after: number) => {
    timer ??= setTimeout(() => void flush(), after).unref()
  }

  const keep = async ({ sessions: reported, errors: thrown, ...place }: Waiting) => {
    const { remote, release, isPreview } = place
    const all = [...reported.values()]
    const tryAgain = (cause: unknown) => {
      const of = { remote, release, cause }
      log.warn('the health of a release was not stored; it will be retried', of)
      wake(pauseAfterTrouble)
    }
    try {
      await (isPreview ? previewed : sessions).add({ remote, release, sessions: all })
    } catch (cause) {
      for (const session of all) put(place, session)
      tryAgain(cause)
    }
    try {
      await (isPreview ? errors.previewed : errors.usual).add(remote, release, thrown)
    } catch (cause) {
      for (const error of thrown) putError(place, error)
      tryAgain(cause)
    }
  }

  const evaluate = async (remote: string) => {
    try {
      const stored = await pointersCollection.in(store).get(remote)
      const evaluation = stored && (await evaluateCandidate(sessions, remote, stored, now()))
      if (!stored?.candidate || !evaluation || !isToBeDenied(evaluation)) return
      const { candidate } = stored
      const reason = await denyFailing(store, { remote, candidate, evaluation, now })
      if (reason === undefined) return
      onDenied(remote)
      const { release } = candidate
      log.warn('a release was denied automatically', { remote, release, reason })
    } catch (cause) {
      log.warn('a candidate could not be evaluated', { remote, cause })
    }
  }

  const storeAndEvaluate = async () => {
    const taken = [...waiting.values()]
    waiting = new Map()
    size = { sessions: 0, errors: 0 }
    for (const session of taken) await keep(session)
    const usual = taken.filter(({ isPreview }) => !isPreview)
    for (const remote of new Set(usual.map((each) => each.remote))) await evaluate(remote)
  }

  return {
    count(remote, release, session) {
      put({ remote, release, isPreview: false }, session)
      wake(pause)
    },
    countPreview(remote, release, session) {
      put({ remote, release, isPreview: true }, session)
      wake(pause)
    },
    countError(place, error) {
      putError(place, error)
      wake(pause)
    },
    flush,
    async evaluateAll() {
      try {
        const { documents } = await pointersCollection.in(store).findAll(readable)
        for (const { id } of documents) await evaluate(id)
      } catch (cause) {
        log.warn('candidates could not be evaluated', { cause })
      }
    },
  }
}

/** Two reports of one session: a failure is final, and the first vitals count. */
function joined(earlier: ReportedSession, later: ReportedSession): ReportedSession {
  const vitals = earlier.vitals ?? later.vitals
  const session = earlier.failed || !later.failed ? earlier : later
  return { ...session, ...(vitals ? { vitals } : {}) }
}

type Failing = {
  remote: string
  /** As it was evaluated: a pointer that has been moved since is left unchanged. */
  candidate: NonNullable<StoredPointer['candidate']>
  evaluation: Evaluation
  now: () => Date
}

/**
 * Denies a candidate that fails or is slower, with its entries and a notice, all or nothing. Returns the reason;
 * undefined if the pointer has been moved meanwhile.
 */
async function denyFailing(
  store: DocumentStore,
  { remote, candidate, evaluation, now }: Failing,
): Promise<string | undefined> {
  const { release, since } = candidate
  const reason = reasonOf(evaluation)
  return store.transaction(async (transaction) => {
    const stored = await pointersCollection.in(transaction).get(remote)
    const current = stored?.candidate
    if (!stored || current?.release !== release || current.since !== since) return undefined
    const at = now()
    // Nothing replaces a candidate.
    const options = { mayReplace: () => false, sentence: `Only ${release} of ${remote} can run.` }
    const moved = denied(pointerOf(stored), release, options)
    await changePointer(transaction, {
      remote,
      stored,
      moved,
      at,
      by: { portal: 'health' },
      reason,
    })
    const notices = noticesCollection.in(transaction)
    await notices.create(releaseKey(remote, release), {
      remote,
      release,
      reason,
      at: at.toISOString(),
    })
    return reason
  })
}

function reasonOf(evaluation: Evaluation): string {
  if (evaluation.verdict !== 'failing' && evaluation.speed) return slownessOf(evaluation.speed)
  const { candidate, stable } = evaluation
  const { failed, sessions, failedPeople } = candidate
  const itself = `It failed in ${failed} of ${sessions} sessions, of ${failedPeople} people`
  if (!stable) return `${itself}; no stable release ran beside it.`
  return `${itself}; the stable ${stable.release} failed in ${stable.failed} of ${stable.sessions}.`
}

/** `It was slower than the stable release: pages take 2.9 s instead of 1.8 s (212 and 340 people).` */
function slownessOf({ metrics, people }: ComparedSpeed): string {
  const slower = metrics
    .filter(({ isSlower }) => isSlower)
    .map(({ metric, candidate, stable }) => vitalsInWords(metric, candidate, stable))
  const compared = `${people.candidate} people compared with ${people.stable}`
  return `It was slower than the stable release: ${slower.join(', ')} (${compared}).`
}
