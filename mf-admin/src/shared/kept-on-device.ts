/** What is kept under a name of this device, or undefined where nothing readable is. The sign-out forgets it all. */
export function readKept(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function writeKept(storage: Storage, key: string, kept: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(kept))
  } catch {
    // A full or forbidden storage: it lasts as long as the page, which asks before it is left.
  }
}

export function dropKept(storage: Storage, key: string): void {
  try {
    storage.removeItem(key)
  } catch {
    // Where nothing may be stored, nothing stands.
  }
}
