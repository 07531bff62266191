/** Reads JSON from the device; undefined if nothing valid is stored. Sign-out removes all of it. */
export function readStored(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function store(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // The storage is full or unavailable: the value lasts as long as the page, which asks before it is left.
  }
}

export function removeStored(storage: Storage, key: string): void {
  try {
    storage.removeItem(key)
  } catch {
    // Storage is unavailable (private mode).
  }
}
