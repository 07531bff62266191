import { Worker } from 'node:worker_threads'

export type PdfThread<Job, Outcome> = {
  /** What the thread makes of the job; undefined when it died of it, took too long or grew too large. */
  ask: (job: Job) => Promise<Outcome | undefined>
  stop: () => Promise<void>
}

type Limits = {
  /** In ms a job. */
  limit: number
  /** Of JavaScript's heap, and again of the buffers beside it. */
  memoryMb: number
}

/** How often the thread's buffers are looked at during a job, in ms. */
const look = 100

/** PDFs are taken apart in a thread of its own: neither a slow nor a hostile one holds up the API. */
export function startPdfThread<Job, Outcome>(
  script: URL,
  { limit, memoryMb }: Limits,
): PdfThread<Job, Outcome> {
  let worker: Worker | undefined
  const stop = async () => {
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }
  return {
    stop,
    async ask(job) {
      // A worker may have died of the PDF before; one that dies on its first is not asked again.
      for (const isLast of worker ? [false, true] : [true]) {
        worker ??= new Worker(script, {
          resourceLimits: { maxOldGenerationSizeMb: memoryMb },
          // Flags of the main thread, such as `--eval`, are not for a thread that runs a file.
          execArgv: [],
        })
        const outcome = await answer<Outcome>(worker, job, { limit, memoryMb })
        if (outcome) return outcome
        await stop()
        if (isLast) break
      }
      return undefined
    },
  }
}

/** Undefined when the worker died, took too long or too much. */
function answer<Outcome>(
  worker: Worker,
  job: unknown,
  { limit, memoryMb }: Limits,
): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    const done = (outcome?: Outcome) => {
      clearTimeout(timer)
      clearInterval(looking)
      worker.off('message', done).off('error', failed).off('exit', failed)
      resolve(outcome)
    }
    const failed = () => done()
    const timer = setTimeout(failed, limit)
    // The limit on the heap doesn't count buffers, into which a small stream can be blown up.
    const looking = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ external_memory }) => external_memory > memoryMb * 1024 * 1024 && failed(),
        // It has ended, and is heard of in another way.
        () => undefined,
      )
    }, look)
    worker.once('message', done).once('error', failed).once('exit', failed)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(job)
  })
}
