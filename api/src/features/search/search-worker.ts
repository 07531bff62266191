import { workerData } from 'node:worker_threads'
import { answerJobs } from '../../platform/background/answer-jobs.ts'
import { createEntryIndex, type EntryIndex } from './entry-index.ts'
import { openSqliteSearchIndex } from './sqlite-search-index.ts'
import { isDamage, removeIndexFile } from './sqlite-search-schema.ts'
import type { SearchAnswer, SearchJob } from './search-thread.ts'

const file = String(workerData)
const index = openSqliteSearchIndex(file)
const lists = new Map<string, EntryIndex>()
const decoder = new TextDecoder()
const nothing: SearchAnswer = { hits: [], total: 0 }

/** How long nothing has been removed before the words of removed papers are erased, in ms. */
const quietTime = 600_000
let erasing: NodeJS.Timeout | undefined
function eraseLater(): void {
  clearTimeout(erasing)
  if (index.hasRemoved()) erasing = setTimeout(erase, quietTime).unref()
}
function erase(): void {
  try {
    index.eraseRemoved()
  } catch (cause) {
    // On a full disk, the next removal or start tries again.
    if (isDamage(cause)) throw cause
  }
}
eraseLater()

answerJobs(({ n, job }: { n: number; job: SearchJob }) => ({ n, ...replyTo(job) }))

function replyTo(job: SearchJob): { answer: SearchAnswer } | { failed: string } {
  try {
    return { answer: done(job) }
  } catch (cause) {
    // Ends the thread; the next one starts with an empty file.
    if (isDamage(cause)) {
      index.close()
      removeIndexFile(file)
      throw cause
    }
    return { failed: cause instanceof Error ? cause.message : 'unknown' }
  }
}

function done(job: SearchJob): SearchAnswer {
  switch (job.kind) {
    case 'find': {
      const { q, limit, boosts, ids, without, hidden, list } = job
      const searched = list === undefined ? index : lists.get(list)
      return searched?.find(q, { limit, boosts, only: ids, without, hidden }) ?? nothing
    }
    case 'list':
      lists.get(job.list)?.close()
      lists.set(job.list, createEntryIndex(job.entries))
      return nothing
    case 'hide':
      index.hide(job.set, job.ids)
      return nothing
    case 'unhide':
      index.unhide(job.set)
      return nothing
    case 'versions':
      return { ...nothing, versions: index.versions() }
    case 'remove':
      index.remove(job.id)
      eraseLater()
      return nothing
    case 'put':
      index.put({ ...job.document, pages: job.text ? pagesOf(job.text) : [] })
      eraseLater()
      return nothing
  }
}

/** An unreadable text counts as empty: the document is still found by its name. */
function pagesOf(text: Uint8Array): string[] {
  try {
    return JSON.parse(decoder.decode(text)) as string[]
  } catch {
    return []
  }
}
