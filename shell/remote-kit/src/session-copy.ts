import { contractVersion } from '@portal/contract/releases'
import * as z from 'zod/mini'
import { readStored, removeStored, store } from './device-storage.ts'
import { isSameMajor } from './first-paint.ts'

type StoredCopy<T> = { at: number; value: T }

type SessionCopy<T> = {
  /** The reader's copy, and when it was stored, in ms since 1970. Another reader's, or an unreadable one, is dropped. */
  read: (uid: string) => StoredCopy<T> | undefined
  /** The copy as options of a query: the storage is read once, and only when the query has nothing in memory. */
  initial: (uid: string) => {
    initialData: () => T | undefined
    initialDataUpdatedAt: () => number | undefined
  }
  keep: (uid: string, value: T) => void
  drop: () => void
}

/** One response of the API in the tab's session storage, so that a reload paints it at once. Sign-out clears it. */
export function sessionCopy<T>(key: string, schema: z.ZodMiniType<T>): SessionCopy<T> {
  const kept = z.object({ at: z.number(), uid: z.string(), value: schema })
  const versioned = z.object({ version: z.string() })
  const drop = () => removeStored('sessionStorage', key)
  const read = (uid: string): StoredCopy<T> | undefined => {
    const stored = readStored('sessionStorage', key)
    const { version = contractVersion } = z.safeParse(versioned, stored).data ?? {}
    const isOwn = version === contractVersion
    const { data } = z.safeParse(kept, stored)
    // A release of another contract reads and replaces its own.
    if (!isSameMajor(version) || (!data && !isOwn)) return undefined
    // A copy from another minor version may lack an addition, so it is painted and refetched.
    if (data?.uid === uid) return { at: isOwn ? data.at : 0, value: data.value }
    drop()
    return undefined
  }
  return {
    read,
    initial(uid) {
      let lookup: { copy: StoredCopy<T> | undefined } | undefined
      const copy = () => (lookup ??= { copy: read(uid) }).copy
      return { initialData: () => copy()?.value, initialDataUpdatedAt: () => copy()?.at }
    },
    keep(uid, value) {
      const copy = { at: Date.now(), uid, version: contractVersion, value }
      // A copy that can't be replaced is outdated.
      if (!store('sessionStorage', key, copy)) drop()
    },
    drop,
  }
}
