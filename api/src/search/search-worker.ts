import { parentPort } from 'node:worker_threads'
import { createSearchIndex } from './search-index.ts'
import type { SearchAnswer, SearchJob } from './search-thread.ts'

const index = createSearchIndex()
const decoder = new TextDecoder()

parentPort?.on('message', ({ n, job }: { n: number; job: SearchJob }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage({ n, answer: done(job) })
})

function done(job: SearchJob): SearchAnswer {
  if (job.kind === 'find') return index.find(job.q, job.limit)
  if (job.kind === 'remove') index.remove(job.id)
  else index.put({ ...job.document, pages: job.text ? pagesOf(job.text) : [] })
  return { hits: [], total: 0 }
}

/** An unreadable text counts as empty: the document is still found by its name. */
function pagesOf(text: Uint8Array): string[] {
  try {
    return JSON.parse(decoder.decode(text)) as string[]
  } catch {
    return []
  }
}
