import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../log.ts'
import { Refusal } from '../../refusal.ts'
import { hasExpired, type Lease, leaseTime, processId } from './lease.ts'

type JobDefinition = {
  /** In kebab-case, for the operator. */
  name: string
  /** What the job does, for the operator, such as `deletes old uploads`. */
  does: string
  /** From the start of one run to the start of the next, in ms. */
  every: number
  /** From the portal's start to the first run, in ms. */
  first?: number
  /** The log's message if a part of the portal, such as the database, can't be reached. */
  failure: string
  /**
   * Resolves to `held` if another instance holds the lease; the next run is then as soon as it may have ended. Resolves
   * to `failed` if it has logged why.
   */
  run: (signal: AbortSignal) => Promise<unknown>
  /** How soon to run again at the latest while another instance holds the lease, in ms. */
  lookWhileHeld?: number
  /** The stored lease, for jobs that one instance does for all. */
  lease?: () => Promise<Pick<Lease, 'holder' | 'expiresAt'> | undefined>
  /** Stops work that runs have started without waiting for it. */
  stop?: () => Promise<unknown>
}

type Parts = { now: () => Date; log: Log }

/** `held`: another instance holds the lease. */
type Outcome = 'done' | 'held' | 'failed'

/** What the operator sees. Contains nothing about people or papers. */
export type JobState = {
  name: string
  does: string
  isRunning: boolean
  /** The last run of this instance since its start. Times are ISO 8601, UTC. */
  lastRun?: { startedAt: string; endedAt: string; outcome: Outcome }
  nextRun?: string
  /** Absent while nobody holds the lease. */
  lease?: { holder: 'this instance' | 'another instance'; expiresAt: string }
}

/** What the operator's metrics show of a job on this instance, since its start. */
type JobRuns = {
  name: string
  isRunning: boolean
  /** When the last successful run ended. */
  succeededAt?: Date
  /** When the first of the failed runs in a row began; absent while the last run didn't fail. */
  failingSince?: Date
  /** How many runs have ended in each way. */
  runs: Record<Outcome, number>
}

export type Job = {
  /** Runs the job periodically; returns a function that stops it, and resolves when the current run has ended. */
  start: () => () => Promise<void>
  /** Once it has been started: runs it now, or again when the current run has ended. Resolves when that run has ended. */
  runNow: () => Promise<void>
  state: () => Promise<JobState>
  /** What is known without reading the database. */
  runs: () => JobRuns
}

export type Jobs = {
  /** Starts all jobs; returns a function that stops them. */
  start: () => () => Promise<void>
  /** Runs jobs by their names, one after the other; see `Job`. */
  runNow: (names: readonly string[]) => Promise<void>
  states: () => Promise<JobState[]>
  runs: () => JobRuns[]
}

/** In ms: a lease that ends any moment isn't read more often. */
const shortestPause = 100

/** A background job. Failures are logged; the next run retries it. */
export function createJob(definition: JobDefinition, { now, log }: Parts): Job {
  const { name, does, every, first = 0, failure, run, lease, stop } = definition
  const { lookWhileHeld = leaseTime } = definition
  let loop: Loop | undefined
  let isRunning = false
  let lastRun: JobState['lastRun']
  let nextRun: string | undefined
  let succeededAt: Date | undefined
  let failingSince: Date | undefined
  const runs = { done: 0, held: 0, failed: 0 }

  const attempt = async (signal: AbortSignal): Promise<Outcome> => {
    try {
      const result = await run(signal)
      return result === 'held' || result === 'failed' ? result : 'done'
    } catch (cause) {
      if (signal.aborted) return 'failed'
      // One line per outage: a job may run every few seconds.
      if (!(cause instanceof Refusal)) log.error('defect', { cause })
      else if (lastRun?.outcome !== 'failed') log.warn(failure, { cause })
      return 'failed'
    }
  }

  const runOnce = async (signal: AbortSignal): Promise<number | undefined> => {
    const startedAt = now()
    isRunning = true
    const outcome = await attempt(signal)
    isRunning = false
    const endedAt = now()
    lastRun = { startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString(), outcome }
    runs[outcome] += 1
    if (outcome === 'done') succeededAt = endedAt
    failingSince = outcome === 'failed' ? (failingSince ?? startedAt) : undefined
    return outcome === 'held' ? pauseWhileHeld() : undefined
  }

  const heldLease = async () => {
    // Without the database, nobody knows who holds it.
    const held = await lease?.().catch(() => undefined)
    if (!held || hasExpired(held, now())) return undefined
    const holder = held.holder === processId ? 'this instance' : 'another instance'
    return { holder, expiresAt: held.expiresAt } as const
  }
  const pauseWhileHeld = async () => {
    const held = await heldLease()
    const left = held ? Date.parse(held.expiresAt) - now().getTime() : lookWhileHeld
    return Math.min(lookWhileHeld, Math.max(left, shortestPause))
  }

  return {
    start() {
      const onWait = (ms: number) => (nextRun = new Date(now().getTime() + ms).toISOString())
      const started = startLoop({ run: runOnce, every, first, onWait })
      loop = started
      return async () => {
        nextRun = undefined
        await Promise.all([started.stop(), stop?.()])
      }
    },
    runNow: async () => loop?.runNow(),
    async state() {
      const held = await heldLease()
      return {
        name,
        does,
        isRunning,
        ...(lastRun ? { lastRun } : {}),
        ...(nextRun === undefined ? {} : { nextRun }),
        ...(held ? { lease: held } : {}),
      }
    },
    runs: () => ({
      name,
      isRunning,
      ...(succeededAt ? { succeededAt } : {}),
      ...(failingSince ? { failingSince } : {}),
      runs,
    }),
  }
}

/** All jobs of this instance. */
export function createJobs(jobs: readonly Job[]): Jobs {
  return {
    start() {
      const stops = jobs.map((job) => job.start())
      return async () => {
        await Promise.all(stops.map((stop) => stop()))
      }
    },
    async runNow(names) {
      for (const name of names) await jobs.find((job) => job.runs().name === name)!.runNow()
    },
    states: () => Promise.all(jobs.map((job) => job.state())),
    runs: () => jobs.map((job) => job.runs()),
  }
}

type Loop = {
  /** Runs now, or again when the current run has ended. Resolves when that run has ended. */
  runNow: () => Promise<void>
  /** Aborts the signal, and resolves when the current run has ended. */
  stop: () => Promise<void>
}

type LoopParts = {
  /** Never rejects. Resolves to how soon to run again, in ms, or to undefined for the usual time. */
  run: (signal: AbortSignal) => Promise<number | undefined>
  /** From the start of one run to the start of the next, in ms. */
  every: number
  /** How long to wait for the first run, in ms; 0 runs it now. */
  first: number
  /** Called with the time until the next run, in ms. */
  onWait: (ms: number) => void
}

/**
 * Runs something periodically, but never twice at a time: a run that is due while the previous one is running is
 * skipped.
 */
function startLoop({ run, every, first, onWait }: LoopParts): Loop {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  // A run isn't bound to the request that has caused it.
  const inBackground = AsyncLocalStorage.snapshot()
  const wait = (ms: number) => {
    clearTimeout(timer)
    if (signal.aborted) return
    timer = setTimeout(tick, ms).unref()
    onWait(ms)
  }
  const runOnce = async () => {
    const soon = await run(signal)
    if (soon !== undefined && soon < every) wait(soon)
  }
  const tick = () => {
    if (signal.aborted) return
    wait(every)
    running ??= runOnce().finally(() => (running = undefined))
  }
  if (first > 0) wait(first)
  else tick()
  return {
    runNow: () =>
      inBackground(async () => {
        await running
        tick()
        await running
      }),
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
