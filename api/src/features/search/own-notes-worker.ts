import { answerJobs } from '../../platform/background/answer-jobs.ts'
import { createEntryIndex, type EntryIndex } from './entry-index.ts'
import type { NotesSearch, NotesSearchAnswer } from './notes-finder.ts'

/** How many people's notes are kept at once, and how long after a search, in ms. */
const mostKept = 20
const keptTime = 60_000

/** By what identifies the notes, ordered by last search. */
const cache = new Map<string, { index: EntryIndex; usedAt: number }>()

answerJobs(answerTo)

// Erased notes don't stay.
setInterval(() => {
  for (const [source, { usedAt }] of cache) {
    if (performance.now() - usedAt > keptTime) drop(source)
  }
}, keptTime / 6).unref()

function drop(source: string): void {
  cache.get(source)?.index.close()
  cache.delete(source)
}

function answerTo({ source, entries, q, limit, ids, boosts }: NotesSearch): NotesSearchAnswer {
  const index = entries ? createEntryIndex(entries) : cache.get(source)?.index
  if (!index) return { isMissing: true }
  if (entries) drop(source)
  cache.delete(source)
  cache.set(source, { index, usedAt: performance.now() })
  for (const oldest of cache.keys()) if (cache.size > mostKept) drop(oldest)
  return { hits: index.find(q, { limit, boosts, only: ids }) }
}
