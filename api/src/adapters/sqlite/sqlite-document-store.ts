import type { SQLInputValue } from 'node:sqlite'
import { processId } from '../../platform/background/lease.ts'
import { untilAborted, withTimeout } from '../../platform/resilience/with-timeout.ts'
import type {
  DocumentStore,
  ListQuery,
  StoreChange,
  Stored,
  StoreOperations,
} from '../../platform/store/document-store.ts'
import { overPage } from '../../platform/store/list-cursor.ts'
import {
  bodyText,
  refuseImpossibleId,
  refuseImpossibleRevision,
  refuseTaken,
  refuseUnlessCurrent,
} from '../../platform/store/store-rules.ts'
import { type DocumentRow, isIntact, withChecksum } from './document-checksum.ts'
import { createErasure } from './sqlite-erasure.ts'
import { damagedRefusal, sqliteRefusal } from './sqlite-errors.ts'
import { createMaintenance } from './sqlite-maintenance.ts'
import { listStatement, nextCursor } from './sqlite-list.ts'
import { openSqliteDatabase } from './sqlite-open.ts'

type Body = Record<string, unknown>
type Row = Omit<DocumentRow, 'collection'>

type Options = Parameters<typeof openSqliteDatabase>[0] & {
  now?: () => Date
  /** Timeout of a transaction, in ms. */
  transactionLimit?: number
  /** From an erasure until nothing of it is left in the write-ahead log, in ms. */
  erasureDelay?: number
}

/** Documents in one SQLite file (WAL, every commit synced), for one process at a time; see `lockDataFolder`. */
export function openSqliteStore(options: Options): DocumentStore {
  const { now = () => new Date(), transactionLimit = 10_000, erasureDelay = 5000 } = options
  const db = openSqliteDatabase(options)
  const statements = {
    get: db.prepare(
      'SELECT id, revision, updated_at, body FROM documents WHERE collection=? AND id=?',
    ),
    insert: db.prepare('INSERT INTO documents VALUES (?, ?, ?, ?, ?)'),
    update: db.prepare(
      'UPDATE documents SET revision=?, updated_at=?, body=? WHERE collection=? AND id=?',
    ),
    delete: db.prepare('DELETE FROM documents WHERE collection=? AND id=?'),
  }
  const watchers = new Map<string, Set<(change: StoreChange) => void>>()
  /** Resolves when the current transaction ends; all other operations wait for it. */
  let active: Promise<void> | undefined
  /** Resolves when the file has been rewritten; until then, nothing is written. */
  let compacting: Promise<unknown> | undefined
  const busyWith = () => active ?? compacting
  const erasure = createErasure({ db, delay: erasureDelay, active: busyWith })

  const get = (collection: string, id: string): Stored<Body> | undefined => {
    const row = statements.get.get(collection, id)
    return row && stored(collection, row as Row)
  }

  /** The write operations, without notifying watchers. */
  const write = {
    create(collection: string, id: string, body: Body, revision = 1): Stored<Body> {
      refuseImpossibleId(id)
      refuseImpossibleRevision(revision)
      refuseTaken(get(collection, id))
      const row = {
        collection,
        id,
        revision,
        updated_at: now().toISOString(),
        body: bodyText(body),
      }
      statements.insert.run(collection, id, revision, row.updated_at, withChecksum(row))
      return get(collection, id)!
    },
    update(collection: string, id: string, body: Body, ifRevision: number): Stored<Body> {
      refuseUnlessCurrent(get(collection, id), ifRevision)
      const revision = ifRevision + 1
      const row = {
        collection,
        id,
        revision,
        updated_at: now().toISOString(),
        body: bodyText(body),
      }
      statements.update.run(revision, row.updated_at, withChecksum(row), collection, id)
      erasure.add()
      return get(collection, id)!
    },
    delete(collection: string, id: string, ifRevision?: number): void {
      if (ifRevision !== undefined) refuseUnlessCurrent(get(collection, id), ifRevision)
      statements.delete.run(collection, id)
      erasure.add()
    },
  }

  const list = (collection: string, query: ListQuery = {}) => {
    const { sql, values } = listStatement(collection, query)
    const rows = db.prepare(sql).iterate(...(values as SQLInputValue[])) as Iterable<Row>
    const isOver = overPage(query)
    const taken: Row[] = []
    let more = false
    for (const row of rows) {
      more = isOver(() => Buffer.byteLength(row.body))
      if (more) break
      taken.push(row)
    }
    const read = query.leavesOutDamaged
      ? taken.filter((row) => isIntact({ ...row, collection }))
      : taken
    const documents = read.map((row) => stored(collection, row))
    const last = documents.at(-1)
    return more && last ? { documents, next: nextCursor(last, query) } : { documents }
  }

  const tell = (collection: string, change: StoreChange) => {
    for (const onChange of watchers.get(collection) ?? []) onChange(change)
  }

  /** Operations that report their changes to `changed`. */
  const operations = (
    run: <T>(work: () => T, signal: AbortSignal | undefined, isWrite?: boolean) => Promise<T>,
    changed: (collection: string, change: StoreChange) => void,
  ): StoreOperations => ({
    get: (collection, id, signal) => run(() => get(collection, id), signal),
    list: (collection, query, signal) => run(() => list(collection, query), signal),
    create: (collection, id, body, revision, signal) =>
      run(
        () => {
          const document = write.create(collection, id, body, revision)
          changed(collection, { id, document })
          return document
        },
        signal,
        true,
      ),
    update: (collection, id, body, ifRevision, signal) =>
      run(
        () => {
          const document = write.update(collection, id, body, ifRevision)
          changed(collection, { id, document })
          return document
        },
        signal,
        true,
      ),
    delete: (collection, id, ifRevision, signal) =>
      run(
        () => {
          write.delete(collection, id, ifRevision)
          changed(collection, { id })
        },
        signal,
        true,
      ),
  })

  /** A statement runs at once and can't be canceled, but its wait for a transaction can. */
  const outside = async <T>(
    work: () => T,
    signal: AbortSignal | undefined,
    isWrite = false,
  ): Promise<T> => {
    signal?.throwIfAborted()
    const holding = () => (isWrite ? busyWith() : active)
    for (let current = holding(); current; current = holding()) await untilAborted(current, signal)
    return guarded(work)
  }

  const withoutWrites = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let current = busyWith(); current; current = busyWith()) await current
    const compaction = work()
    compacting = compaction.catch(() => undefined)
    try {
      return await compaction
    } finally {
      compacting = undefined
    }
  }
  const { path } = options
  const maintenance =
    path === ':memory:'
      ? undefined
      : createMaintenance({ path, withoutWrites, hasErased: erasure.hasErased })

  return {
    ...operations(outside, tell),
    ...(maintenance && { maintenance }),

    async transaction(work, signal) {
      signal?.throwIfAborted()
      for (let current = busyWith(); current; current = busyWith()) {
        await untilAborted(current, signal)
      }
      let end = () => {}
      active = new Promise((resolve) => (end = resolve))
      const changes: [string, StoreChange][] = []
      let open = true
      const transaction = operations(
        async (step) => {
          if (!open) throw new Error('This transaction has ended.')
          return guarded(step)
        },
        (collection, change) => changes.push([collection, change]),
      )
      try {
        guarded(() => db.exec('BEGIN IMMEDIATE'))
        const result = await withTimeout(
          () => work(transaction),
          transactionLimit,
          () => new Error(`A transaction timed out after ${transactionLimit} ms.`),
          { signal },
        )
        guarded(() => db.exec('COMMIT'))
        for (const [collection, change] of changes) tell(collection, change)
        return result
      } catch (error) {
        // SQLite rolls back automatically when the disk is full.
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      } finally {
        open = false
        active = undefined
        end()
      }
    },

    async watch(collection, onChange, signal) {
      return outside(() => {
        const { sql, values } = listStatement(collection, {})
        for (const row of db.prepare(sql).all(...(values as SQLInputValue[])) as Row[]) {
          onChange(changeOf(collection, row))
        }
        const all = watchers.get(collection) ?? new Set()
        watchers.set(collection, all.add(onChange))
        return async () => void all.delete(onChange)
      }, signal)
    },

    // This process has locked the data folder, so every other process that has used it has ended.
    hasEnded: (id) => id !== processId,

    async close() {
      for (let current = busyWith(); current; current = busyWith()) await current
      erasure.stop()
      if (db.isOpen) db.close()
    },
  }
}

function stored(collection: string, row: Row): Stored<Body> {
  if (!isIntact({ ...row, collection })) {
    // Without its id, which may contain a person's.
    throw damagedRefusal(new Error(`A document of ${collection} isn’t as it was written.`))
  }
  const { id, revision, updated_at: updatedAt } = row
  return { ...(JSON.parse(row.body) as Body), id, revision, updatedAt }
}

/** What a watcher learns about a stored row. */
function changeOf(collection: string, row: Row): StoreChange {
  try {
    return { id: row.id, document: stored(collection, row) }
  } catch (damage) {
    return { id: row.id, damage }
  }
}

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw sqliteRefusal(error)
  }
}
