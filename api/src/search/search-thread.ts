import { Worker } from 'node:worker_threads'
import type { IndexedDocument, SearchIndex } from './search-index.ts'

export type SearchJob =
  /** `text`: the JSON blob of a PDF's text, an array with one string per page. */
  | { kind: 'put'; document: Omit<IndexedDocument, 'pages'>; text?: Uint8Array }
  | { kind: 'remove'; id: string }
  | { kind: 'find'; q: string; limit: number }

export type SearchAnswer = ReturnType<SearchIndex['find']>

export type SearchThread = {
  /** Rejects if the thread has died; its index is lost. */
  ask: (job: SearchJob) => Promise<SearchAnswer>
  isDead: () => boolean
  stop: () => Promise<void>
}

/** Maximum JavaScript heap of the index, in MB: 20,000 pages take about 300. */
const memoryMb = 2048

/** Runs the index in a worker thread, so that neither indexing nor searching blocks requests. */
export function startSearchThread(): SearchThread {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  })
  // Doesn't keep an otherwise idle process alive.
  worker.unref()
  const waiting = new Map<number, PromiseWithResolvers<SearchAnswer>>()
  let count = 0
  let death: unknown

  const die = (cause: unknown) => {
    death ??= new Error('The search thread has ended.', { cause })
    for (const { reject } of waiting.values()) reject(death)
    waiting.clear()
  }
  worker.on('error', die).on('exit', die)
  worker.on('message', ({ n, answer }: { n: number; answer: SearchAnswer }) => {
    waiting.get(n)?.resolve(answer)
    waiting.delete(n)
    if (waiting.size === 0) worker.unref()
  })

  return {
    async ask(job) {
      if (death !== undefined) throw death
      const n = (count += 1)
      const reply = Promise.withResolvers<SearchAnswer>()
      waiting.set(n, reply)
      worker.ref()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ n, job })
      return reply.promise
    },
    isDead: () => death !== undefined,
    async stop() {
      await worker.terminate()
    },
  }
}
