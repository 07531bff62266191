import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism, totalmem } from 'node:os'
import type { Metrics } from '../metrics/metrics.ts'
import { Refusal } from '../../refusal.ts'
import { createFairShares, type Flow } from './fair-shares.ts'
import { type Caller, createSharedWork, type ShareWork } from './shared-work.ts'
import { startWorkerThread, type WorkerThread } from './worker-thread.ts'

export type { Flow } from './fair-shares.ts'
export type { Caller } from './shared-work.ts'

/** A kind of worker, and what one of its jobs may take. */
export type WorkerKind<Job, Outcome> = {
  /** Names its metrics. */
  name: string
  script: URL
  /** `short` work takes moments, and always has a seat that `long` work can't take. */
  length: 'short' | 'long'
  /** Timeout per job in ms. */
  timeout: number
  /** Of one worker, in MB; less if the server has less. */
  memoryMb: number
  /** After how many jobs a new worker is started, for code whose memory never shrinks. */
  jobsPerWorker?: number
  /** How long an idle worker is kept, in ms. */
  idleTime: number
  /** How long a person's work waits for its turn, in ms, before it is refused. */
  longestWait: number
  /** Only for types. */
  jobs?: (job: Job) => Outcome
}

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

/** How much work may wait: of one person, and in all. */
export const mostWaiting = { person: 16, all: 300 }

/** How long background work waits, in ms. */
const backgroundWait = 30 * 60_000

/** In MB: the memory that long work leaves to short work. */
const keptForShort = 256
const bytesPerMb = 1024 * 1024

/** How much the newest run counts in the estimate of the next one. */
const newestShare = 0.2
const firstEstimate = { short: 200, long: 5000 }

type Kind = WorkerKind<never, unknown>
type Task = {
  kind: Kind
  caller: Caller
  begin: () => Promise<void>
  stop: (reason: unknown) => void
}
type Idle = { kind: Kind; thread: WorkerThread<never, unknown>; timer: NodeJS.Timeout }

/** Half of what the process may use: the rest is for requests. */
function usualMemory(): number {
  const constrained = process.constrainedMemory()
  return Math.min(constrained > 0 ? constrained : Infinity, totalmem()) / 2
}

/**
 * Runs all heavy work in worker threads. Callers take turns by the time they have used; a slow or malicious file holds up
 * neither the API nor other people. See docs/decisions/0103-heavy-work-takes-turns.md.
 */
export function createHeavyWork({
  memory = usualMemory(),
  cores = availableParallelism(),
  metrics,
  startThread = startWorkerThread,
}: Options = {}): HeavyWork {
  const room = Math.floor(memory / bytesPerMb)
  const roomForShort = Math.min(keptForShort, Math.floor(room / 3))
  const roomForLong = room - roomForShort
  const longSeats = Math.max(2, cores)
  const seats = longSeats + 1
  const shares = { short: createFairShares(), long: createFairShares() }
  const estimates = new Map<string, number>()
  const waiting = new Set<Task>()
  const running = new Map<Task, Promise<void>>()
  let idle: Idle[] = []
  const stopping = new AbortController()
  // Work may be shared by several requests, and last longer than any.
  const inBackground = AsyncLocalStorage.snapshot()
  const counts = countWork(metrics, waiting, running)

  const memoryOf = ({ length, memoryMb }: Kind) =>
    Math.min(memoryMb, length === 'long' ? roomForLong : roomForShort)
  const runningOf = (isCounted: (task: Task) => boolean) => [...running.keys()].filter(isCounted)
  const memoryIn = (tasks: readonly { kind: Kind }[]) =>
    tasks.reduce((sum, { kind }) => sum + memoryOf(kind), 0)

  const hasSeat = ({ kind, caller }: Task) => {
    const isLong = kind.length === 'long'
    const long = runningOf((task) => task.kind.length === 'long')
    if (running.size >= seats || (isLong && long.length >= longSeats)) return false
    // Nobody takes all seats.
    return flowsOf(caller).some((flow) => {
      const isOwn = (task: Task) => flowsOf(task.caller).includes(flow)
      if (runningOf(isOwn).length >= seats - 1) return false
      return !isLong || long.filter(isOwn).length < longSeats - 1
    })
  }
  const hasMemory = ({ kind }: Task) => {
    const needed = memoryOf(kind)
    if (memoryIn(runningOf(() => true)) + needed > room) return false
    if (kind.length === 'short') return true
    return memoryIn(runningOf((task) => task.kind.length === 'long')) + needed <= roomForLong
  }

  const nextTask = (): Task | undefined => {
    const ranked = [...waiting]
      .map((task) => ({ task, rank: shares[task.kind.length].rank(flowsOf(task.caller)) }))
      // If they are equal, work that more people wait for comes first.
      .toSorted(
        (a, b) => a.rank - b.rank || flowsOf(b.task.caller).length - flowsOf(a.task.caller).length,
      )
    let isLongNext = false
    for (const { task } of ranked) {
      const isLong = task.kind.length === 'long'
      if ((isLong && isLongNext) || !hasSeat(task)) continue
      if (hasMemory(task)) return task
      // Otherwise smaller work that arrives later would keep it waiting indefinitely.
      if (isLong) isLongNext = true
    }
    return undefined
  }

  const dispatch = () => {
    for (let task = nextTask(); task; task = nextTask()) {
      waiting.delete(task)
      const ended = task.begin().finally(() => {
        running.delete(task)
        dispatch()
      })
      running.set(task, ended)
    }
    for (const length of ['short', 'long'] as const) {
      const tasks = [...waiting, ...running.keys()].filter(({ kind }) => kind.length === length)
      shares[length].forget(new Set(tasks.flatMap(({ caller }) => flowsOf(caller))))
    }
  }

  const takeThread = (kind: Kind) => {
    const known = idle.find((candidate) => candidate.kind === kind)
    if (known) drop(known)
    const tasks = [...running.keys()]
    while (idle.length > 0 && memoryIn([...tasks, ...idle, { kind }]) > room) {
      const [oldest] = idle
      drop(oldest!)
      void oldest!.thread.stop()
    }
    const { script, timeout, jobsPerWorker = Infinity } = kind
    return (
      known?.thread ??
      startThread<never, unknown>(script, { timeout, memoryMb: memoryOf(kind), jobsPerWorker })
    )
  }
  const drop = (unused: Idle) => {
    clearTimeout(unused.timer)
    idle = idle.filter((other) => other !== unused)
  }
  const keepThread = (kind: Kind, thread: WorkerThread<never, unknown>) => {
    const timer = setTimeout(() => {
      drop(unused)
      void thread.stop()
    }, kind.idleTime).unref()
    const unused = { kind, thread, timer }
    idle.push(unused)
  }

  const admit = ({ length, name }: Kind, caller: Caller) => {
    if (stopping.signal.aborted) throw busy()
    const tasks = [...waiting].filter((task) => task.kind.length === length)
    if (tasks.length >= mostWaiting.all) {
      counts.ended(name, 'refused')
      throw busy()
    }
    const hasRoom = flowsOf(caller).some((flow) => {
      if (!isPerson(flow)) return true
      const own = tasks.filter((task) => flowsOf(task.caller).includes(flow))
      return own.length < mostWaiting.person
    })
    if (hasRoom) return
    counts.ended(name, 'refused')
    throw tooMuch()
  }

  const runNow = async <T>(
    kind: Kind,
    caller: Caller,
    work: Work<never, unknown, T>,
  ): Promise<T> => {
    const flows = flowsOf(caller)
    const estimate = estimates.get(kind.name) ?? firstEstimate[kind.length]
    const correct = shares[kind.length].begin(flows, estimate)
    const thread = takeThread(kind)
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
      else keepThread(kind, thread)
    }
  }

  const wait = <T>(kind: Kind, caller: Caller, work: Work<never, unknown, T>): Promise<T> => {
    admit(kind, caller)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const leave = (reason: unknown, outcome: Ending) => {
      end()
      if (!waiting.delete(task)) return
      counts.ended(kind.name, outcome)
      reject(reason)
      dispatch()
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
    waiting.add(task)
    dispatch()
    return promise
  }

  const share = createSharedWork()
  return {
    share: (key, caller, work) => inBackground(() => share(key, caller, work)),
    async run(kind, { key, ...caller }, work) {
      caller.signal?.throwIfAborted()
      const run = async (by: Caller) =>
        wait(kind as Kind, by, work as Work<never, unknown, unknown>)
      const done = key === undefined ? run(caller) : share(`${kind.name} ${key}`, caller, run)
      return (await done) as Awaited<ReturnType<typeof work>>
    },
    async stop() {
      stopping.abort(busy())
      for (const task of waiting) task.stop(busy())
      await Promise.all(running.values())
      const left = idle
      for (const unused of left) drop(unused)
      await Promise.all(left.map(({ thread }) => thread.stop()))
    },
  }
}

/** The flow of a person's own work. */
export function flowOf({ uid }: { uid: string }): Flow {
  return `person ${uid}`
}

function isPerson(flow: Flow): boolean {
  return flow.startsWith('person ')
}

function flowsOf({ by }: Caller): readonly Flow[] {
  return typeof by === 'string' ? [by] : by
}

function tooMuch(): Refusal {
  const detail = 'You have asked for a lot at once. Please wait until some of it is done.'
  return new Refusal('tooMany', detail, { retryAfter: 5 })
}

function busy(): Refusal {
  const detail = 'The portal is busy at the moment. Please try again in a moment.'
  return new Refusal('unavailable', detail, { retryAfter: 5, transient: true })
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
