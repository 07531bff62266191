import type { Caller, HeavyWork, WorkerKind } from '../background/heavy-work.ts'
import { Refusal } from '../refusal.ts'
import type { SearchEntry } from './entry-index.ts'
import type { IndexHits } from './search-index.ts'

type NotesQuery = { q: string; limit: number; ids?: ReadonlySet<string> | undefined }

/** `source`: the number of the notes; `entries`: they themselves, if the worker doesn't have them. */
export type NotesSearch = NotesQuery & { source: number; entries?: readonly SearchEntry[] }
export type NotesSearchAnswer = { isMissing: true } | { found: IndexHits }

/** Indexing a thousand notes takes a tenth of a second. */
const notesWorker: WorkerKind<NotesSearch, NotesSearchAnswer> = {
  name: 'notes search',
  script: new URL('./own-notes-worker.ts', import.meta.url),
  length: 'short',
  timeout: 10_000,
  memoryMb: 256,
  idleTime: 60_000,
  longestWait: 10_000,
}

/** Searches entries, which are indexed again when `source` is another object. */
export type NotesFinder = (
  query: NotesQuery,
  notes: { source: object; entries: readonly SearchEntry[] },
  caller: Caller,
) => Promise<IndexHits>

/** Searches one person's notes in a worker, which keeps their index for a while. */
export function createNotesFinder(heavyWork: Pick<HeavyWork, 'run'>): NotesFinder {
  const numbers = new WeakMap<object, number>()
  let last = 0
  const numberOf = (source: object) => {
    const number = numbers.get(source) ?? (last += 1)
    numbers.set(source, number)
    return number
  }

  return async (query, { source, entries }, caller) => {
    if (entries.length === 0) return { hits: [], total: 0 }
    const search = { ...query, source: numberOf(source) }
    const answer = await heavyWork.run(notesWorker, caller, async ({ ask }) => {
      const kept = await ask(search)
      return kept && 'isMissing' in kept ? ask({ ...search, entries }) : kept
    })
    if (answer && 'found' in answer) return answer.found
    const detail = 'Your notes could not be searched. Please try again.'
    throw new Refusal('unavailable', detail, { retryAfter: 2 })
  }
}
