import { Worker } from 'node:worker_threads'
import type { SearchEntry } from './entry-index.ts'
import type { IndexedDocument, IndexHits } from './sqlite-search-index.ts'

export type SearchJob =
  /** `text`: the JSON blob of a PDF's text, an array with one string per page. */
  | { kind: 'put'; document: Omit<IndexedDocument, 'pages'>; text?: Uint8Array }
  | { kind: 'remove'; id: string }
  | { kind: 'versions' }
  /** Keeps the ids of papers that a search leaves out, or forgets them. */
  | { kind: 'hide'; set: number; ids: ReadonlySet<string> }
  | { kind: 'unhide'; set: number }
  /** Searches the papers except those in `without` and in a hidden set, or a list. */
  | {
      kind: 'find'
      q: string
      limit: number
      ids?: ReadonlySet<string> | undefined
      boosts?: ReadonlyMap<string, number> | undefined
      without?: ReadonlySet<string> | undefined
      hidden?: number | undefined
      list?: string
    }
  /** Replaces a list of entries. */
  | { kind: 'list'; list: string; entries: SearchEntry[] }

export type SearchAnswer = IndexHits & { versions?: ReadonlyMap<string, string> }

export type SearchThread = {
  /** Rejects if the job failed or the thread has died, which loses its lists. */
  ask: (job: SearchJob) => Promise<SearchAnswer>
  isDead: () => boolean
  stop: () => Promise<void>
}

/** Maximum JavaScript heap of the thread, in MB. */
const memoryMb = 2048

type Reply = { n: number; answer: SearchAnswer } | { n: number; failed: string }

/** Runs the index of a file in a worker thread, so that neither indexing nor searching blocks requests. */
export function startSearchThread(indexFile: string): SearchThread {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
    workerData: indexFile,
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
  worker.on('message', (reply: Reply) => {
    const request = waiting.get(reply.n)
    if ('answer' in reply) request?.resolve(reply.answer)
    else request?.reject(new Error(`The search index failed: ${reply.failed}`))
    waiting.delete(reply.n)
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
