import * as z from 'zod/mini'
import type {
  DocumentMetadata,
  DocumentStore,
  ListQuery,
  Stored,
  StoreOperations,
} from './document-store.ts'

type ObjectSchema = z.core.$ZodType<Record<string, unknown>>

/** A parsed document together with its metadata. */
type Entry<S extends ObjectSchema> = z.output<S> & DocumentMetadata

export type Collection<S extends ObjectSchema> = {
  get: (id: string) => Promise<Entry<S> | undefined>
  list: (query?: ListQuery) => Promise<{ documents: Entry<S>[]; next?: string }>
  create: (id: string, body: z.output<S>) => Promise<Entry<S>>
  update: (id: string, body: z.output<S>, ifRevision: number) => Promise<Entry<S>>
  delete: (id: string, ifRevision?: number) => Promise<void>
}

/**
 * A typed view of one collection, over the store or inside a transaction. The schema describes the stored body
 * only: `id`, `revision` and `updatedAt` come from the store.
 */
export function collection<S extends ObjectSchema>(
  store: StoreOperations,
  name: string,
  schema: S,
): Collection<S> {
  const read = (stored: Stored<Record<string, unknown>>) => parseEntry(schema, stored)
  return {
    get: async (id) => {
      const found = await store.get(name, id)
      return found && read(found)
    },
    list: async (query) => {
      const { documents, next } = await store.list(name, query)
      return { documents: documents.map(read), ...(next === undefined ? {} : { next }) }
    },
    create: async (id, body) => read(await store.create(name, id, z.parse(schema, body))),
    update: async (id, body, ifRevision) =>
      read(await store.update(name, id, z.parse(schema, body), ifRevision)),
    delete: (id, ifRevision) => store.delete(name, id, ifRevision),
  }
}

/** A small collection that `watch` keeps in memory, so that reads never reach the database. */
export type HotCollection<S extends ObjectSchema> = {
  get: (id: string) => Entry<S> | undefined
  /** In no particular order. */
  all: () => Entry<S>[]
  /** Increases with every change. */
  version: () => number
  /** Resolves when the collection is in memory; readers wait for it once, at start. */
  ready: Promise<void>
}

/** Starts watching at once. Documents that don't match the schema are passed to `onBroken` and left out. */
export function hotCollection<S extends ObjectSchema>(
  store: DocumentStore,
  name: string,
  schema: S,
  onBroken: (id: string, cause: unknown) => void = () => {},
): HotCollection<S> {
  const kept = new Map<string, Entry<S>>()
  let version = 0
  const watching = store.watch(name, ({ id, document }) => {
    version++
    kept.delete(id)
    if (!document) return
    try {
      kept.set(id, parseEntry(schema, document))
    } catch (cause) {
      onBroken(id, cause)
    }
  })
  const ready = watching.then(() => undefined)
  // Callers that await `ready` get the error; without any, it must not be unhandled.
  ready.catch(() => undefined)
  const noted = <T>(value: T): T => {
    const since = store.staleSince?.()
    if (since) store.onStaleRead?.(since)
    return value
  }
  return {
    get: (id) => noted(kept.get(id)),
    all: () => noted([...kept.values()]),
    version: () => noted(version),
    ready,
  }
}

function parseEntry<S extends ObjectSchema>(
  schema: S,
  stored: Stored<Record<string, unknown>>,
): Entry<S> {
  const { id, revision, updatedAt } = stored
  return { ...z.parse(schema, stored), id, revision, updatedAt }
}
