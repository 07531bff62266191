import type { StoreDamage } from './store-damage.ts'

/** Metadata that the store adds to every document. */
export type DocumentMetadata = {
  id: string
  /** Starts at 1 and increases by one with every change. */
  revision: number
  /** ISO 8601, UTC. */
  updatedAt: string
}

export type Stored<T> = T & DocumentMetadata

/** A change reported by `watch`; `document` is absent after a deletion. */
export type StoreChange = {
  id: string
  document?: Stored<Record<string, unknown>>
  /** The error of reading it, of a document that is stored and damaged. */
  damage?: unknown
}

export type ListQuery = {
  /** Fields that must equal these values. */
  where?: Record<string, string | number | boolean>
  orderBy?: string
  descending?: boolean
  /** Range of the `orderBy` field: `from` is inclusive, `to` exclusive. */
  from?: string | number
  to?: string | number
  /** The `next` cursor of an earlier page. */
  after?: string
  limit?: number
  /** A page ends before its bodies have more bytes than this, but not before its first document. */
  bytes?: number
  /**
   * In a transaction: everyone who changes the listed documents also changes a document that the transaction reads, so
   * that document's revision protects the list, and the commit needn't lock it.
   */
  isGuarded?: boolean
  /** Leaves out documents that are damaged. Otherwise a list that contains one is refused. */
  leavesOutDamaged?: boolean
}

type Body = Record<string, unknown>

/**
 * Reads and writes, available both inside and outside a transaction. A call whose `signal` is aborted rejects with its
 * reason, and pending writes aren't made.
 */
export type StoreOperations = {
  get: (collection: string, id: string, signal?: AbortSignal) => Promise<Stored<Body> | undefined>
  list: (
    collection: string,
    query?: ListQuery,
    signal?: AbortSignal,
  ) => Promise<{ documents: Stored<Body>[]; next?: string }>
  /** Refuses with `conflict` when the id is taken; `current` carries the stored document. */
  create: (
    collection: string,
    id: string,
    body: Body,
    /** 1 by default; higher for a document that was deleted, so that no revision is used twice. */
    revision?: number,
    signal?: AbortSignal,
  ) => Promise<Stored<Body>>
  /** Replaces the body. Refuses with `stale` if the stored revision differs, `notFound` if none exists. */
  update: (
    collection: string,
    id: string,
    body: Body,
    ifRevision: number,
    signal?: AbortSignal,
  ) => Promise<Stored<Body>>
  /** With a revision, refuses like `update`; without one, deleting a missing document succeeds. */
  delete: (
    collection: string,
    id: string,
    ifRevision?: number,
    signal?: AbortSignal,
  ) => Promise<void>
}

/**
 * The database: small JSON documents in named collections, each with a revision. Both adapters run one test suite.
 * Refuses with `storageFull` when the disk is full and with `unavailable` when the database can't be reached.
 */
export type DocumentStore = StoreOperations & {
  /**
   * Runs `work` atomically and serializably. `work` may run again after a conflict with another writer;
   * refuses with `contention` when the retries are used up. Nothing is written then, and the caller tries again. The
   * same holds when `signal` is aborted before the commit has begun. `timeLeft`: the caller's own timeout in ms, so that
   * the retries end before it.
   */
  transaction: <T>(
    work: (transaction: StoreOperations) => Promise<T>,
    signal?: AbortSignal,
    timeLeft?: number,
  ) => Promise<T>
  /**
   * Calls back with every document of the collection, then with each change made by any instance. `signal` ends the
   * wait for the first ones.
   */
  watch: (
    collection: string,
    onChange: (change: StoreChange) => void,
    signal?: AbortSignal,
  ) => Promise<() => void>
  /** Since when change notifications may be missing, so watched data may be out of date; undefined while current. */
  staleSince?: () => Date | undefined
  /** Called by hot collections, with `staleSince()`, for each read while changes may be missing. */
  onStaleRead?: (since: Date) => void
  /** The damaged documents that hot collections leave out. */
  damage?: StoreDamage
  /**
   * Whether the process with this `processId` has ended, for a database that only one process at a time can open.
   * Without it, a lease is held until it expires.
   */
  hasEnded?: (processId: string) => boolean
  /** For a database whose file this process owns. */
  maintenance?: StoreMaintenance
  close: () => Promise<void>
}

/** Work on the whole database. Requests are answered meanwhile. */
export type StoreMaintenance = {
  /** Otherwise the file is large, and the first check is due at once. */
  isCheckedAtStart: boolean
  /**
   * Reads everything; returns a sentence for each defect, without the ids of documents, or undefined if the check
   * wasn't completed.
   */
  check: (signal: AbortSignal) => Promise<string[] | undefined>
  /** Overwrites the last copies of what was deleted. Returns whether it did: not in a file that is too large. */
  compact: (signal: AbortSignal) => Promise<boolean>
}

/** Thrown when the store can't be opened at all. The message is shown to the operator at start. */
export class StoreOpenError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StoreOpenError'
  }
}
