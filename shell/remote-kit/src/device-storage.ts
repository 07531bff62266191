/**
 * The browser's storage by name, because in some browsers merely reading the global throws when storage is blocked;
 * or one that is given.
 */
type Place<Method extends keyof Storage> = 'localStorage' | 'sessionStorage' | Pick<Storage, Method>

/** Reads JSON; undefined if nothing valid is stored, or the storage is unavailable. */
export function readStored(place: Place<'getItem'>, key: string): unknown {
  try {
    return JSON.parse(storageAt(place).getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores JSON; false if the storage is full or unavailable: the value then only lasts as long as the page. */
export function store(place: Place<'setItem'>, key: string, value: unknown): boolean {
  try {
    storageAt(place).setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function removeStored(place: Place<'removeItem'>, key: string): void {
  try {
    storageAt(place).removeItem(key)
  } catch {
    // An unavailable storage has nothing to remove.
  }
}

function storageAt<Method extends keyof Storage>(place: Place<Method>): Pick<Storage, Method> {
  return typeof place === 'string' ? globalThis[place] : place
}
