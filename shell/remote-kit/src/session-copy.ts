import * as z from 'zod/mini'

type Kept<T> = { at: number; value: T }

type SessionCopy<T> = {
  /** What was kept for this reader, and when, in ms since 1970; what isn't theirs, or not of the shape, is dropped. */
  read: (uid: string) => Kept<T> | undefined
  /** The same as options of a query, which asks for them when it has nothing in memory: read then, and once. */
  initial: (uid: string) => {
    initialData: () => T | undefined
    initialDataUpdatedAt: () => number | undefined
  }
  keep: (uid: string, value: T) => void
  drop: () => void
}

/** One answer of the API in the tab's own storage, so that a reload paints it at once. The shell clears it at sign-out. */
export function sessionCopy<T>(key: string, schema: z.ZodMiniType<T>): SessionCopy<T> {
  const kept = z.object({ at: z.number(), uid: z.string(), value: schema })
  const drop = () => {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Where nothing may be stored, nothing stands.
    }
  }
  const read = (uid: string): Kept<T> | undefined => {
    try {
      const text = sessionStorage.getItem(key)
      if (text === null) return undefined
      const parsed = z.safeParse(kept, JSON.parse(text))
      if (parsed.success && parsed.data.uid === uid) return parsed.data
    } catch {
      // Text that is no JSON is as good as none.
    }
    drop()
    return undefined
  }
  return {
    read,
    initial(uid) {
      let found: { copy: Kept<T> | undefined } | undefined
      const copy = () => (found ??= { copy: read(uid) }).copy
      return { initialData: () => copy()?.value, initialDataUpdatedAt: () => copy()?.at }
    },
    keep(uid, value) {
      try {
        sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), uid, value }))
      } catch {
        // A full or forbidden storage costs the first paint, nothing else; what was there before is old.
        drop()
      }
    },
    drop,
  }
}
