import type { NotePlace } from '@portal/contract/notes'

/** A place with what it was found by: `undefined` is a note that has no place. */
type Kept = { by: string; place: NotePlace | undefined }

type Places = Map<string, Kept>

/** In bytes, estimated: an entry, and each of its ranges. */
const [entrySize, rangeSize] = [250, 50]
const usualLimit = 32 * 1024 * 1024

export type PlaceCache = {
  /** Undefined if the note hasn't been placed by the same revision and texts. */
  get: (list: string, noteId: string, by: string) => { place: NotePlace | undefined } | undefined
  set: (list: string, noteId: string, kept: Kept) => void
}

/** Keeps the places of notes by list (a person's notes in a version), and drops the list used longest ago. */
export function createPlaceCache(limit = usualLimit): PlaceCache {
  const lists = new Map<string, { places: Places; size: number }>()
  let size = 0

  const used = (name: string) => {
    const list = lists.get(name) ?? { places: new Map<string, Kept>(), size: 0 }
    // The map is ordered by last use.
    lists.delete(name)
    lists.set(name, list)
    return list
  }

  return {
    get(name, noteId, by) {
      if (!lists.has(name)) return undefined
      const cached = used(name).places.get(noteId)
      return cached?.by === by ? { place: cached.place } : undefined
    },
    set(name, noteId, kept) {
      const list = used(name)
      const before = list.places.get(noteId)
      const added = sizeOf(kept) - (before ? sizeOf(before) : 0)
      list.places.set(noteId, kept)
      list.size += added
      size += added
      for (const [oldest, cached] of lists) {
        if (size <= limit) break
        lists.delete(oldest)
        size -= cached.size
      }
    },
  }
}

function sizeOf({ by, place }: Kept): number {
  return entrySize + by.length + rangeSize * (place?.ranges.length ?? 0)
}
