import { Worker } from 'node:worker_threads'
import type { LowPriority } from './low-priority-worker.ts'

export type WorkerThread<Job, Outcome> = {
  /** The thread's result; undefined if it crashed, timed out, used too much memory or was aborted. */
  ask: (job: Job, signal?: AbortSignal) => Promise<Outcome | undefined>
  stop: () => Promise<void>
}

type Limits = {
  /** Timeout per job in ms. */
  timeout: number
  /** Limit for the JavaScript heap, and for external buffers; both together may take a quarter more. */
  memoryMb: number
  /** After how many jobs a new worker is started, for code whose memory never shrinks. */
  jobsPerWorker?: number
}

/** The limit for heap and external memory together, as a multiple of the limit for each. */
const mostTogether = 1.25

/** How often external memory is checked during a job, in ms. */
const memoryCheckInterval = 100

export type Workers = {
  start: (script: URL, memoryMb: number) => Worker
  /** `isReusable`: it has answered every job, and its memory may be used again. */
  end: (worker: Worker, isReusable: boolean) => Promise<unknown>
}

export const newWorkers: Workers = {
  start(script, memoryMb) {
    const worker = new Worker(new URL('./low-priority-worker.ts', import.meta.url), {
      workerData: { script: script.href } satisfies LowPriority,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // Flags of the main thread, such as `--eval`, don't apply to a worker that runs a file.
      execArgv: [],
    })
    // It may fail after its job was aborted. Without a listener, that would end the process.
    return worker.on('error', () => undefined)
  },
  end: (worker) => worker.terminate(),
}

let workers = newWorkers

/** For tests, which reuse workers: starting one takes much longer than most jobs. Returns the previous ones. */
export function useWorkers(others: Workers): Workers {
  const before = workers
  workers = others
  return before
}

/** Runs jobs one by one in a worker thread, so that neither a slow nor a malicious PDF holds up the API. */
export function startWorkerThread<Job, Outcome>(
  script: URL,
  { timeout, memoryMb, jobsPerWorker = Infinity }: Limits,
): WorkerThread<Job, Outcome> {
  let worker: Worker | undefined
  let jobs = 0
  let isWorking = false
  const end = async (isReusable: boolean) => {
    const ending = worker
    worker = undefined
    jobs = 0
    if (ending) await workers.end(ending, isReusable)
  }
  return {
    stop: () => end(!isWorking),
    async ask(job, signal) {
      if (jobs >= jobsPerWorker) await end(false)
      jobs += 1
      // The previous job may have killed the worker; a job that kills a new worker isn't retried.
      for (const isLast of worker ? [false, true] : [true]) {
        worker ??= workers.start(script, memoryMb)
        isWorking = true
        worker.ref()
        const outcome = await answer<Outcome>(worker, job, { timeout, memoryMb }, signal)
        isWorking = false
        // An idle one doesn't keep the process alive.
        worker?.unref()
        if (outcome) return outcome
        await end(false)
        if (isLast || signal?.aborted) break
      }
      return undefined
    },
  }
}

/** Undefined if the worker crashed, timed out or used too much memory. */
function answer<Outcome>(
  worker: Worker,
  job: unknown,
  { timeout, memoryMb }: Limits,
  signal: AbortSignal | undefined,
): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(undefined)
    const done = (outcome?: Outcome) => {
      clearTimeout(timer)
      clearInterval(memoryTimer)
      signal?.removeEventListener('abort', failed)
      worker.off('message', done).off('error', failed).off('exit', failed)
      resolve(outcome)
    }
    const failed = () => done()
    const timer = setTimeout(failed, timeout)
    const most = memoryMb * 1024 * 1024
    // The heap limit excludes buffers, and a small stream can expand into large ones. A heap may be full of garbage.
    const memoryTimer = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ external_memory: external, used_heap_size: heap }) =>
          (external > most || external + heap > most * mostTogether) && failed(),
        // The worker has ended; its `exit` event reports that.
        () => undefined,
      )
    }, memoryCheckInterval)
    signal?.addEventListener('abort', failed)
    worker.once('message', done).once('error', failed).once('exit', failed)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(job)
  })
}
