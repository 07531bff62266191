/** What a store keeps with every document, whatever its shape. */
export type DocumentMeta = {
  id: string
  /** Rises by one with every change, from 1. */
  revision: number
  /** ISO 8601, UTC. */
  updatedAt: string
}

export type Stored<T> = T & DocumentMeta

/** A change seen by `watch`; `document` is absent when it was deleted. */
export type StoreChange = { id: string; document?: Stored<Record<string, unknown>> }

export type ListQuery = {
  /** Fields that must equal these values. */
  where?: Record<string, string | number | boolean>
  orderBy?: string
  descending?: boolean
  /** Of the field named by `orderBy`: at least `from`, and less than `to`. */
  from?: string | number
  to?: string | number
  /** From an earlier page's `next`. */
  after?: string
  limit?: number
}

type Body = Record<string, unknown>

/** Reads and writes; the same words inside and outside a transaction. */
export type StoreOperations = {
  get: (collection: string, id: string) => Promise<Stored<Body> | undefined>
  list: (
    collection: string,
    query?: ListQuery,
  ) => Promise<{ documents: Stored<Body>[]; next?: string }>
  /** Refuses with `conflict` when the id is taken (`current` carries the stored document). */
  create: (collection: string, id: string, body: Body) => Promise<Stored<Body>>
  /** Replaces the body. Refuses with `stale` when the stored revision is another, `notFound` when there is none. */
  update: (collection: string, id: string, body: Body, ifRevision: number) => Promise<Stored<Body>>
  /** Refuses like `update` when a revision is given; without one a missing document is no error. */
  delete: (collection: string, id: string, ifRevision?: number) => Promise<void>
}

/**
 * The database: small JSON documents in named collections, each with a revision. Two adapters, one suite.
 * A full disk is refused with `storageFull`, an unreachable database with `unavailable`.
 */
export type DocumentStore = StoreOperations & {
  /**
   * All or nothing, one after another; `work` may run again when another writer was faster.
   * Refuses with `conflict` when others have been faster all the time.
   */
  transaction: <T>(work: (inside: StoreOperations) => Promise<T>) => Promise<T>
  /** Calls back with every document of the collection, then with each change of any instance. */
  watch: (collection: string, onChange: (change: StoreChange) => void) => Promise<() => void>
  /** Since when changes may have gone unheard: what `watch` has told may be old. Undefined while all is heard. */
  staleSince?: () => Date | undefined
  /** Told by hot collections, with `staleSince()`, of each read that is answered meanwhile. */
  onStaleRead?: (since: Date) => void
  close: () => Promise<void>
}
