import { readStored, removeStored, store } from '../shared/drafts/device-storage.ts'

const keyOf = (uid: string) => `uploads:${uid}`

/** Whether this device may have uploads to continue; read at start, before anything of them is loaded. */
export function mayHaveUploads(uid: string): boolean {
  return readStored(localStorage, keyOf(uid)) === true
}

export function rememberUploads(uid: string, has: boolean): void {
  if (has) store(localStorage, keyOf(uid), true)
  else removeStored(localStorage, keyOf(uid))
}
