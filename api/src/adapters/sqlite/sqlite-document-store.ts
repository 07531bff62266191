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
import { sqliteRefusal } from './sqlite-errors.ts'
import { listStatement, nextCursor } from './sqlite-list.ts'
import { openSqliteDatabase } from './sqlite-open.ts'

type Body = Record<string, unknown>
type Row = { id: string; revision: number; updated_at: string; body: string }

type Options = Parameters<typeof openSqliteDatabase>[0] & {
  now?: () => Date
  /** Timeout of a transaction, in ms. */
  transactionLimit?: number
}

/** Documents in one SQLite file (WAL, every commit synced), for one process at a time; see `lockDataFolder`. */
export function openSqliteStore(options: Options): DocumentStore {
  const { now = () => new Date(), transactionLimit = 10_000 } = options
  const db = openSqliteDatabase(options)
  const statements = {
    get: db.prepare(
      'SELECT id, revision, updated_at, body FROM documents WHERE collection=? AND id=?',
    ),
    insert: db.prepare('INSERT INTO documents VALUES (?, ?, ?, ?, ?)'),
    update: db.prepare(
      'UPDATE documents SET revision=revision+1, updated_at=?, body=? WHERE collection=? AND id=?',
    ),
    delete: db.prepare('DELETE FROM documents WHERE collection=? AND id=?'),
  }
  const watchers = new Map<string, Set<(change: StoreChange) => void>>()
  /** Resolves when the current transaction ends; all other operations wait for it. */
  let active: Promise<void> | undefined

  const get = (collection: string, id: string): Stored<Body> | undefined => {
    const row = statements.get.get(collection, id)
    return row && stored(row as Row)
  }

  /** The write operations, without notifying watchers. */
  const write = {
    create(collection: string, id: string, body: Body, revision = 1): Stored<Body> {
      refuseImpossibleId(id)
      refuseImpossibleRevision(revision)
      refuseTaken(get(collection, id))
      statements.insert.run(collection, id, revision, now().toISOString(), bodyText(body))
      return get(collection, id)!
    },
    update(collection: string, id: string, body: Body, ifRevision: number): Stored<Body> {
      refuseUnlessCurrent(get(collection, id), ifRevision)
      statements.update.run(now().toISOString(), bodyText(body), collection, id)
      return get(collection, id)!
    },
    delete(collection: string, id: string, ifRevision?: number): void {
      if (ifRevision !== undefined) refuseUnlessCurrent(get(collection, id), ifRevision)
      statements.delete.run(collection, id)
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
    const documents = taken.map(stored)
    return more ? { documents, next: nextCursor(documents.at(-1)!, query) } : { documents }
  }

  const tell = (collection: string, change: StoreChange) => {
    for (const onChange of watchers.get(collection) ?? []) onChange(change)
  }

  /** Operations that report their changes to `changed`. */
  const operations = (
    run: <T>(work: () => T, signal: AbortSignal | undefined) => Promise<T>,
    changed: (collection: string, change: StoreChange) => void,
  ): StoreOperations => ({
    get: (collection, id, signal) => run(() => get(collection, id), signal),
    list: (collection, query, signal) => run(() => list(collection, query), signal),
    create: (collection, id, body, revision, signal) =>
      run(() => {
        const document = write.create(collection, id, body, revision)
        changed(collection, { id, document })
        return document
      }, signal),
    update: (collection, id, body, ifRevision, signal) =>
      run(() => {
        const document = write.update(collection, id, body, ifRevision)
        changed(collection, { id, document })
        return document
      }, signal),
    delete: (collection, id, ifRevision, signal) =>
      run(() => {
        write.delete(collection, id, ifRevision)
        changed(collection, { id })
      }, signal),
  })

  /** A statement runs at once and can't be canceled, but its wait for a transaction can. */
  const outside = async <T>(work: () => T, signal: AbortSignal | undefined): Promise<T> => {
    signal?.throwIfAborted()
    for (let current = active; current; current = active) await untilAborted(current, signal)
    return guarded(work)
  }

  return {
    ...operations(outside, tell),

    async transaction(work, signal) {
      signal?.throwIfAborted()
      for (let current = active; current; current = active) await untilAborted(current, signal)
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
        for (const document of list(collection).documents) onChange({ id: document.id, document })
        const all = watchers.get(collection) ?? new Set()
        watchers.set(collection, all.add(onChange))
        return async () => void all.delete(onChange)
      }, signal)
    },

    // This process has locked the data folder, so every other process that has used it has ended.
    hasEnded: (id) => id !== processId,

    async close() {
      for (let current = active; current; current = active) await current
      if (db.isOpen) db.close()
    },
  }
}

function stored(row: Row): Stored<Body> {
  const { id, revision, updated_at: updatedAt } = row
  return { ...(JSON.parse(row.body) as Body), id, revision, updatedAt }
}

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw sqliteRefusal(error)
  }
}
