import { AsyncLocalStorage } from 'node:async_hooks'
import type { Person } from '@portal/contract/portal'
import type { NoteOnPaper, NotesService } from '../notes/notes-feature.ts'

/** How long a person's notes are kept in memory after a search, in ms. */
const idleTime = 5 * 60_000
/** How long cached notes count as fresh, in ms: another instance may change them. */
const freshTime = 30_000
/** How many people's notes are cached at once. */
const mostPeople = 50

export type OwnNotes = {
  /** The caller's notes: the same array until they change. */
  of: (person: Person) => Promise<readonly NoteOnPaper[]>
  drop: (uid: string) => void
  stop: () => void
}

type CachedNotes = { notes: Promise<readonly NoteOnPaper[]>; readAt: number; timer: NodeJS.Timeout }

type Parts = {
  notes: Pick<NotesService, 'all' | 'onChange'>
  now: () => Date
}

/** Caches each person's notes separately while they search. */
export function createOwnNotes({ notes, now }: Parts): OwnNotes {
  const kept = new Map<string, CachedNotes>()
  // One request's call serves the others: it doesn't end with that request.
  const inBackground = AsyncLocalStorage.snapshot()

  const drop = (uid: string) => {
    clearTimeout(kept.get(uid)?.timer)
    kept.delete(uid)
  }
  const unwatch = notes.onChange(drop)

  return {
    of(person) {
      const { uid } = person
      const before = kept.get(uid)
      clearTimeout(before?.timer)
      const at = now().getTime()
      const isFresh = before !== undefined && at - before.readAt < freshTime
      const timer = setTimeout(() => drop(uid), idleTime)
      timer.unref()
      const one = isFresh
        ? { ...before, timer }
        : { notes: inBackground(() => notes.all(person)), readAt: at, timer }
      // The map is ordered by last search.
      kept.delete(uid)
      kept.set(uid, one)
      one.notes.catch(() => kept.get(uid)?.notes === one.notes && drop(uid))
      const [oldest] = kept.keys()
      if (kept.size > mostPeople && oldest !== undefined) drop(oldest)
      return one.notes
    },
    drop,
    stop() {
      unwatch()
      for (const { timer } of kept.values()) clearTimeout(timer)
      kept.clear()
    },
  }
}
