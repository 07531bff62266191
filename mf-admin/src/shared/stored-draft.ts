import { readStored, store } from './device-storage.ts'

/** A draft that was left on this device, and when it was last worked on, in ms since 1970. */
export type StoredDraft<T> = { edit: T; at: number }

/** `parse` reads what another version of the screen may have written. */
export function readDraft<T>(
  storage: Storage,
  key: string,
  parse: (stored: unknown) => T | undefined,
): StoredDraft<T> | undefined {
  const stored = readStored(storage, key)
  if (typeof stored !== 'object' || stored === null) return undefined
  // Earlier releases stored the parts of an agenda's edit beside the time.
  const { edit = stored, at } = stored as Record<string, unknown>
  const parsed = parse(edit)
  return parsed === undefined || typeof at !== 'number' ? undefined : { edit: parsed, at }
}

export function storeDraft(storage: Storage, key: string, edit: unknown, at: number): void {
  store(storage, key, { edit, at })
}
