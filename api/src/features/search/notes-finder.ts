import { randomUUID } from 'node:crypto'
import type { Caller, HeavyWork, WorkerKind } from '../../platform/background/heavy-work.ts'
import { Refusal } from '../../refusal.ts'
import { derivedOnce } from '../../platform/store/cache-by-version.ts'
import type { SearchEntry } from './entry-index.ts'
import type { IndexHits } from './sqlite-search-index.ts'

type NotesQuery = {
  q: string
  limit: number
  ids?: ReadonlySet<string> | undefined
  boosts?: ReadonlyMap<string, number> | undefined
}

/** `source`: identifies the notes. `entries`: the notes themselves, if the worker doesn't have them. */
export type NotesSearch = NotesQuery & { source: string; entries?: readonly SearchEntry[] }
export type NotesSearchAnswer = { isMissing: true } | { hits: IndexHits }

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
  const idOf = derivedOnce((_source: object) => ({ id: randomUUID() }))

  return async (query, { source, entries }, caller) => {
    if (entries.length === 0) return { hits: [], total: 0 }
    const search = { ...query, source: idOf(source).id }
    const answer = await heavyWork.run(notesWorker, caller, async ({ ask }) => {
      const kept = await ask(search)
      return kept && 'isMissing' in kept ? ask({ ...search, entries }) : kept
    })
    if (answer && 'hits' in answer) return answer.hits
    const detail = 'Your notes could not be searched. Please try again.'
    throw new Refusal('unavailable', detail, { retryAfter: 2 })
  }
}
