import { totalmem } from 'node:os'
import type { startWorkerThread, WorkerThread } from './worker-thread.ts'

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

export type AnyKind = WorkerKind<never, unknown>
type AnyThread = WorkerThread<never, unknown>

/** The memory of all workers, in MB. */
export type WorkerMemory = {
  all: number
  forLong: number
  /** The memory of one worker. */
  of: (kind: AnyKind) => number
  sum: (workers: readonly { kind: AnyKind }[]) => number
}

/** In MB: the memory that long work leaves to short work. */
const keptForShort = 256
const bytesPerMb = 1024 * 1024

/** `bytes`: the memory that all workers may use together; by default, half of what the process may use. */
export function createWorkerMemory(bytes = usualMemory()): WorkerMemory {
  const all = Math.floor(bytes / bytesPerMb)
  const forShort = Math.min(keptForShort, Math.floor(all / 3))
  const forLong = all - forShort
  const of = ({ length, memoryMb }: AnyKind) =>
    Math.min(memoryMb, length === 'long' ? forLong : forShort)
  return {
    all,
    forLong,
    of,
    sum: (workers) => workers.reduce((sum, { kind }) => sum + of(kind), 0),
  }
}

/** The rest is for requests. */
function usualMemory(): number {
  const constrained = process.constrainedMemory()
  return Math.min(constrained > 0 ? constrained : Infinity, totalmem()) / 2
}

export type WorkerPool = {
  /** An idle thread of this kind, or a new one. Ends idle threads of other kinds if their memory is needed. */
  take: (kind: AnyKind) => AnyThread
  /** Keeps a thread for later work. */
  keep: (kind: AnyKind, thread: AnyThread) => void
  /** Ends the idle threads. */
  stop: () => Promise<void>
}

type Parts = {
  memory: WorkerMemory
  /** The work that uses a thread. */
  running: () => readonly { kind: AnyKind }[]
  startThread: typeof startWorkerThread
}

type Idle = { kind: AnyKind; thread: AnyThread; timer: NodeJS.Timeout }

/** Keeps idle threads for a while, because starting one takes longer than most jobs. */
export function createWorkerPool({ memory, running, startThread }: Parts): WorkerPool {
  let idle: Idle[] = []

  const drop = (unused: Idle) => {
    clearTimeout(unused.timer)
    idle = idle.filter((other) => other !== unused)
  }

  return {
    take(kind) {
      const known = idle.find((candidate) => candidate.kind === kind)
      if (known) drop(known)
      while (idle.length > 0 && memory.sum([...running(), ...idle, { kind }]) > memory.all) {
        const [oldest] = idle
        drop(oldest!)
        void oldest!.thread.stop()
      }
      const { script, timeout, jobsPerWorker = Infinity } = kind
      return (
        known?.thread ??
        startThread<never, unknown>(script, { timeout, memoryMb: memory.of(kind), jobsPerWorker })
      )
    },
    keep(kind, thread) {
      const timer = setTimeout(() => {
        drop(unused)
        void thread.stop()
      }, kind.idleTime).unref()
      const unused = { kind, thread, timer }
      idle.push(unused)
    },
    async stop() {
      const left = idle
      for (const unused of left) drop(unused)
      await Promise.all(left.map(({ thread }) => thread.stop()))
    },
  }
}
