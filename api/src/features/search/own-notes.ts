import { AsyncLocalStorage } from 'node:async_hooks'
import type { Person } from '@portal/contract/portal'
import type { NoteOnPaper, NotesService } from '../notes/notes-feature.ts'

/** How long a person's notes are kept in memory after a search, in ms. */
const idleTime = 5 * 60_000
/** How long cached notes count as fresh, in ms: another instance may change them. */
const freshTime = 30_000
/** How many people's notes are cached at once. */
const mostPeople = 50
/** How much memory they may take together; the notes of the newest search are kept even beyond it. */
const mostBytesOfAll = 64_000_000

export type OwnNotes = {
  /** The caller's notes: the same array until they change. */
  of: (person: Person) => Promise<readonly NoteOnPaper[]>
  drop: (uid: string) => void
  stop: () => void
}

type CachedNotes = {
  notes: Promise<readonly NoteOnPaper[]>
  /** Unknown, as 0, until they have been read. */
  bytes: number
  readAt: number
  timer: NodeJS.Timeout
}

type Parts = {
  notes: Pick<NotesService, 'all' | 'onChange'>
  now: () => Date
  mostBytes?: number
}

/** Caches each person's notes separately while they search. */
export function createOwnNotes({ notes, now, mostBytes = mostBytesOfAll }: Parts): OwnNotes {
  const cache = new Map<string, CachedNotes>()
  // One request's call serves the others: it doesn't end with that request.
  const inBackground = AsyncLocalStorage.snapshot()

  const drop = (uid: string) => {
    clearTimeout(cache.get(uid)?.timer)
    cache.delete(uid)
  }
  const unwatch = notes.onChange(drop)
  const dropOldest = () => {
    let bytes = [...cache.values()].reduce((sum, cached) => sum + cached.bytes, 0)
    for (const [uid, cached] of cache) {
      if (cache.size === 1 || (cache.size <= mostPeople && bytes <= mostBytes)) return
      drop(uid)
      bytes -= cached.bytes
    }
  }
  const weigh = (uid: string, read: CachedNotes['notes'], loaded: readonly NoteOnPaper[]) => {
    const cached = cache.get(uid)
    if (cached?.notes !== read) return
    cached.bytes = sizeOf(loaded)
    dropOldest()
  }

  return {
    of(person) {
      const { uid } = person
      const before = cache.get(uid)
      clearTimeout(before?.timer)
      const at = now().getTime()
      const isFresh = before !== undefined && at - before.readAt < freshTime
      const timer = setTimeout(() => drop(uid), idleTime)
      timer.unref()
      const cached = isFresh
        ? { ...before, timer }
        : { notes: inBackground(() => notes.all(person)), bytes: 0, readAt: at, timer }
      // The map is ordered by last search.
      cache.delete(uid)
      cache.set(uid, cached)
      if (isFresh) return cached.notes
      cached.notes.then(
        (loaded) => weigh(uid, cached.notes, loaded),
        () => cache.get(uid)?.notes === cached.notes && drop(uid),
      )
      dropOldest()
      return cached.notes
    },
    drop,
    stop() {
      unwatch()
      for (const { timer } of cache.values()) clearTimeout(timer)
      cache.clear()
    },
  }
}

/** An estimate: a character takes up to two bytes, and a note's other fields some hundred. */
function sizeOf(notes: readonly NoteOnPaper[]): number {
  const characters = ({ note }: NoteOnPaper) =>
    note.text.length + JSON.stringify(note.target).length
  return notes.reduce((sum, note) => sum + 2 * characters(note) + 500, 0)
}
