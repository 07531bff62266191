import { Worker } from 'node:worker_threads'

export type PdfOutcome =
  | {
      condition: 'ready'
      pages: number
      /** Bytes from the start that page 1 draws with, and from the end what opening reads. */
      head: number
      tail: number
    }
  /** `unmade`: sound enough to show, but no fast copy could be made. */
  | { condition: 'broken' | 'encrypted' | 'unmade' }

export type PdfWorker = {
  /** Reads the PDF at `from` and writes its fast copy to `to`. */
  make: (from: string, to: string) => Promise<PdfOutcome>
  stop: () => Promise<void>
}

type Options = {
  /** In ms; a PDF that takes longer is served as it is. */
  limit?: number
  memoryMb?: number
}

/** PDFs are taken apart in a thread of its own: neither a slow nor a hostile one holds up the API. */
export function startPdfWorker({ limit = 120_000, memoryMb = 1536 }: Options = {}): PdfWorker {
  let worker: Worker | undefined
  const stop = async () => {
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }
  return {
    stop,
    async make(from, to) {
      // A worker may have died of the PDF before; one that dies on its first is not asked again.
      for (const isLast of worker ? [false, true] : [true]) {
        worker ??= new Worker(new URL('./pdf-worker.ts', import.meta.url), {
          resourceLimits: { maxOldGenerationSizeMb: memoryMb },
          // Flags of the main thread, such as `--eval`, are not for a thread that runs a file.
          execArgv: [],
        })
        const outcome = await answer(worker, { from, to }, limit)
        if (outcome) return outcome
        await stop()
        if (isLast) break
      }
      return { condition: 'unmade' }
    },
  }
}

/** Undefined when the worker died or took too long. */
function answer(
  worker: Worker,
  job: { from: string; to: string },
  limit: number,
): Promise<PdfOutcome | undefined> {
  return new Promise((resolve) => {
    const done = (outcome?: PdfOutcome) => {
      clearTimeout(timer)
      worker.off('message', done).off('error', failed).off('exit', failed)
      resolve(outcome)
    }
    const failed = () => done()
    const timer = setTimeout(failed, limit)
    worker.once('message', done).once('error', failed).once('exit', failed)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(job)
  })
}
