import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import type { Metrics } from '../metrics/metrics.ts'
import { isPerson } from './fair-shares.ts'
import { type Caller, createSharedWork, flowsOf, type ShareWork } from './shared-work.ts'
import { busy, createWorkQueue, type Task } from './work-queue.ts'
import {
  type AnyKind,
  createWorkerMemory,
  createWorkerPool,
  type WorkerKind,
} from './worker-pool.ts'
import { startWorkerThread } from './worker-thread.ts'

export { type Flow, flowOf } from './fair-shares.ts'
export type { Caller } from './shared-work.ts'
export type { WorkerKind } from './worker-pool.ts'

type Worker<Job, Outcome> = {
  /** The worker's answer; undefined if it crashed, timed out, used too much memory or was aborted. */
  ask: (job: Job) => Promise<Outcome | undefined>
  /** Aborted when the last caller has left. */
  signal: AbortSignal
}

type Work<Job, Outcome, T> = (worker: Worker<Job, Outcome>) => Promise<T>

export type HeavyWork = {
  /**
   * Does work with a worker, when it is its turn. `work` prepares the jobs, because until then it may wait. Work with
   * the same key is done once. Refuses with `tooMany` if the person has too much waiting, and with `unavailable` if all
   * have, or if it waits too long.
   */
  run: <Job, Outcome, T>(
    kind: WorkerKind<Job, Outcome>,
    caller: Caller & { key?: string },
    work: Work<Job, Outcome, T>,
  ) => Promise<T>
  /** Does work of several steps once for all that wait for it. It takes no turn itself, but the steps do. */
  share: ShareWork
  /** Aborts all work, and resolves when it has ended. */
  stop: () => Promise<void>
}

type Options = {
  /** The memory that all workers may use together, in bytes. */
  memory?: number
  cores?: number
  metrics?: Pick<Metrics, 'gauges' | 'counter'>
  startThread?: typeof startWorkerThread
}

/** How long background work waits, in ms. */
const backgroundWait = 30 * 60_000

/** How much the newest run counts in the estimate of the next one. */
const newestShare = 0.2
const firstEstimate = { short: 200, long: 5000 }

/**
 * Runs all heavy work in worker threads. Callers take turns by the time they have used; a slow or malicious file holds up
 * neither the API nor other people. See docs/decisions/0103-heavy-work-takes-turns.md.
 */
export function createHeavyWork({
  memory,
  cores = availableParallelism(),
  metrics,
  startThread = startWorkerThread,
}: Options = {}): HeavyWork {
  const workers = createWorkerMemory(memory)
  const queue = createWorkQueue({ cores, memory: workers })
  const { waiting, running } = queue
  const pool = createWorkerPool({
    memory: workers,
    running: () => [...running.keys()],
    startThread,
  })
  const estimates = new Map<string, number>()
  const stopping = new AbortController()
  // Work may be shared by several requests, and last longer than any.
  const inBackground = AsyncLocalStorage.snapshot()
  const counts = countWork(metrics, waiting, running)

  const runNow = async <T>(
    kind: AnyKind,
    caller: Caller,
    work: Work<never, unknown, T>,
  ): Promise<T> => {
    const estimate = estimates.get(kind.name) ?? firstEstimate[kind.length]
    const correct = queue.charge(kind, caller, estimate)
    const thread = pool.take(kind)
    const began = performance.now()
    const signal = caller.signal
      ? AbortSignal.any([caller.signal, stopping.signal])
      : stopping.signal
    try {
      const ask = (job: never) => thread.ask(job, signal)
      const done = await inBackground(work, { ask, signal })
      signal.throwIfAborted()
      return done
    } finally {
      const time = performance.now() - began
      correct(time)
      estimates.set(kind.name, estimate + newestShare * (time - estimate))
      if (signal.aborted) await thread.stop()
      else pool.keep(kind, thread)
    }
  }

  const wait = <T>(kind: AnyKind, caller: Caller, work: Work<never, unknown, T>): Promise<T> => {
    if (stopping.signal.aborted) throw busy()
    const refusal = queue.refusalOf(kind, caller)
    if (refusal) {
      counts.ended(kind.name, 'refused')
      throw refusal
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const leave = (reason: unknown, outcome: Ending) => {
      end()
      if (!queue.remove(task)) return
      counts.ended(kind.name, outcome)
      reject(reason)
    }
    const left = () => leave(caller.signal?.reason, 'left')
    const isForPerson = flowsOf(caller).some(isPerson)
    const longestWait = isForPerson ? kind.longestWait : backgroundWait
    const timer = setTimeout(() => leave(busy(), 'late'), longestWait).unref()
    const end = () => {
      clearTimeout(timer)
      caller.signal?.removeEventListener('abort', left)
    }
    caller.signal?.addEventListener('abort', left, { once: true })
    const task: Task = {
      kind,
      caller,
      stop: (reason) => leave(reason, 'left'),
      async begin() {
        end()
        try {
          resolve(await runNow(kind, caller, work))
          counts.ended(kind.name, 'done')
        } catch (error) {
          const hasLeft = caller.signal?.aborted || stopping.signal.aborted
          counts.ended(kind.name, hasLeft ? 'left' : 'failed')
          reject(error)
        }
      },
    }
    queue.add(task)
    return promise
  }

  const share = createSharedWork()
  return {
    share: (key, caller, work) => inBackground(() => share(key, caller, work)),
    async run(kind, { key, ...caller }, work) {
      caller.signal?.throwIfAborted()
      const run = async (by: Caller) =>
        wait(kind as AnyKind, by, work as Work<never, unknown, unknown>)
      const done = key === undefined ? run(caller) : share(`${kind.name} ${key}`, caller, run)
      return (await done) as Awaited<ReturnType<typeof work>>
    },
    async stop() {
      stopping.abort(busy())
      for (const task of waiting) task.stop(busy())
      await Promise.all(running.values())
      await pool.stop()
    },
  }
}

/** `left`: nobody waited any more. `late`: it waited too long. `refused`: too much was waiting. */
type Ending = 'done' | 'failed' | 'left' | 'late' | 'refused'

function countWork(
  metrics: Options['metrics'],
  waiting: ReadonlySet<Task>,
  running: ReadonlyMap<Task, unknown>,
) {
  const byKind = (tasks: Iterable<Task>) => {
    const counted = new Map<string, number>()
    for (const { kind } of tasks) counted.set(kind.name, (counted.get(kind.name) ?? 0) + 1)
    return counted
  }
  metrics?.gauges('portal_heavy_work_waiting', 'Heavy work that waits for its turn.', 'kind', () =>
    byKind(waiting),
  )
  metrics?.gauges('portal_heavy_work_running', 'Heavy work in a worker.', 'kind', () =>
    byKind(running.keys()),
  )
  const ended = metrics?.counter('portal_heavy_work_total', 'Heavy work, by how it ended.', [
    'kind',
    'outcome',
  ])
  return { ended: (kind: string, outcome: Ending) => ended?.inc({ kind, outcome }) }
}
