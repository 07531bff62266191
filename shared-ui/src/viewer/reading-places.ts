import { isFit } from './page-fit.ts'

/** A reading position in a document. */
export type ReadingPlace = {
  page: number
  /** A fit, or a factor such as `1.25`. */
  zoom: string
  rotation: number
  /** How far below the page's top the view begins, in PDF units: a new version may have taller pages. */
  below?: number
}

const key = 'documentPlaces'
const limit = 100

type Entry = ReadingPlace & { id: string }

export function recallPlace(
  id: string,
  storage: Storage = globalThis.localStorage,
): ReadingPlace | undefined {
  return entries(storage).find((entry) => entry.id === id)
}

/** Stores the position for the hundred documents read last; full or disabled storage is ignored. */
export function rememberPlace(
  id: string,
  place: ReadingPlace,
  storage: Storage = globalThis.localStorage,
): void {
  const others = entries(storage).filter((entry) => entry.id !== id)
  const kept = [{ id, ...place }, ...others].slice(0, limit)
  try {
    storage.setItem(key, JSON.stringify(kept))
  } catch {
    // Storage is full or disabled: the next visit starts at page 1.
  }
}

function entries(storage: Storage): Entry[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false
  const { id, page, zoom, rotation, below } = value as Record<string, unknown>
  return (
    typeof id === 'string' &&
    Number.isInteger(page) &&
    (page as number) >= 1 &&
    typeof zoom === 'string' &&
    (isFit(zoom) || Number(zoom) > 0) &&
    typeof rotation === 'number' &&
    rotation % 90 === 0 &&
    (below === undefined || typeof below === 'number')
  )
}
