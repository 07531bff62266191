import * as z from 'zod/mini'
import { nextTurn } from '../background/next-turn.ts'
import type {
  DocumentMetadata,
  DocumentStore,
  ListQuery,
  Stored,
  StoreOperations,
} from './document-store.ts'

type Body = Record<string, unknown>
type ObjectSchema = z.core.$ZodType<Body>

/** A parsed document together with its metadata. */
type Entry<S extends ObjectSchema> = z.output<S> & DocumentMetadata

type Records<B> = {
  get: (id: string) => Promise<(B & DocumentMetadata) | undefined>
  /** Like `get`, but a document that doesn't match the schema counts as missing. */
  find: (id: string) => Promise<(B & DocumentMetadata) | undefined>
  list: (query?: ListQuery) => Promise<{ documents: (B & DocumentMetadata)[]; next?: string }>
  /** Like `list`, without the documents that don't match the schema. */
  findAll: (query?: ListQuery) => Promise<{ documents: (B & DocumentMetadata)[]; next?: string }>
  /**
   * Every document, page by page; by id unless the query says otherwise. Other requests get their turn between two
   * pages.
   */
  pages: (query?: ListQuery) => AsyncGenerator<(B & DocumentMetadata)[]>
  /** `revision`: see `StoreOperations`. */
  create: (id: string, body: B, revision?: number) => Promise<B & DocumentMetadata>
  update: (id: string, body: B, ifRevision: number) => Promise<B & DocumentMetadata>
  /** Replaces the document that was read, or creates one if there was none. */
  put: (
    id: string,
    body: B,
    current: { revision: number } | undefined,
  ) => Promise<B & DocumentMetadata>
  delete: (id: string, ifRevision?: number) => Promise<void>
}

/** A collection over the store, or inside a transaction. */
type Collection<S extends ObjectSchema> = Records<z.output<S>>
/** Like `Records` without parsing: documents as they are stored. */
export type RawCollection = Omit<Records<Body>, 'find' | 'findAll'>

export type CollectionDefinition<S extends ObjectSchema> = {
  name: string
  /** Typed: reads throw for a document that doesn't match the schema, and writes only store what is in it. */
  in: (store: StoreOperations) => Collection<S>
  /** For changes that keep unknown fields, and for documents that may not match the schema. */
  raw: (store: StoreOperations) => RawCollection
  /**
   * Starts watching at once. Documents that don't match the schema are passed to `onBroken` and left out. A damaged one
   * stops the start, unless `damaged` names what the collection contains: then it is left out, too. Only for collections
   * in which a missing document gives nobody more rights, and keeps nothing from being held.
   */
  hot: (
    store: DocumentStore,
    onBroken?: (id: string, cause: unknown) => void,
    damaged?: string,
  ) => HotCollection<S>
  /** Calls back with every document, then with each change; `undefined` for one that is gone or can't be read. */
  watch: (
    store: DocumentStore,
    onChange: (id: string, document: Entry<S> | undefined) => void,
  ) => Promise<() => void>
}

/**
 * Defines a collection, once, next to its schema: the only way into the store. The schema describes the stored body
 * only: `id`, `revision` and `updatedAt` come from the store.
 */
export function defineCollection<S extends ObjectSchema>(
  name: string,
  schema: S,
): CollectionDefinition<S> {
  const parse = (stored: Stored<Body>) => parseEntry(schema, stored)
  const tryParse = (stored: Stored<Body>): Entry<S>[] => {
    const { success, data } = z.safeParse(schema, stored)
    return success ? [withMetadata(data, stored)] : []
  }
  const raw = (store: StoreOperations) => rawCollection(store, name)
  return {
    name,
    in: (store) => {
      const { get, list, pages, create, update, delete: remove } = raw(store)
      const written = async (
        given: z.output<S>,
        write: (body: z.output<S>) => Promise<Stored<Body>>,
      ): Promise<Entry<S>> => {
        const body = z.parse(schema, given)
        return withMetadata(body, await write(body))
      }
      const records: Collection<S> = {
        async get(id) {
          const stored = await get(id)
          return stored && parse(stored)
        },
        async find(id) {
          const stored = await get(id)
          return stored && tryParse(stored)[0]
        },
        async list(query) {
          const { documents, ...rest } = await list(query)
          return { documents: documents.map(parse), ...rest }
        },
        async findAll(query) {
          const { documents, ...rest } = await list(query)
          return { documents: documents.flatMap(tryParse), ...rest }
        },
        async *pages(query) {
          for await (const page of pages(query)) yield page.map(parse)
        },
        create: (id, given, revision) => written(given, (body) => create(id, body, revision)),
        update: (id, given, ifRevision) => written(given, (body) => update(id, body, ifRevision)),
        put: (id, body, current) =>
          current ? records.update(id, body, current.revision) : records.create(id, body),
        delete: remove,
      }
      return records
    },
    raw,
    hot: (store, ...options) => hotCollection(store, { name, schema }, ...options),
    watch: (store, onChange) =>
      store.watch(name, ({ id, document }) => onChange(id, document && tryParse(document)[0])),
  }
}

/** The most that one page may have, in bytes: parsing it takes a few milliseconds, in which nobody else is served. */
const pageBytes = 128_000

/**
 * A collection by its name, with its documents as they are stored. Only for what works on several collections alike:
 * the audit's chains, exports, imports and the doctor. A feature defines its collections.
 */
export function rawCollection(store: StoreOperations, name: string): RawCollection {
  return {
    get: (id) => store.get(name, id),
    list: (query) => store.list(name, query),
    async *pages(query = {}) {
      let after: string | undefined
      do {
        const page = {
          limit: 1000,
          bytes: pageBytes,
          ...query,
          ...(after !== undefined && { after }),
        }
        const { documents, next } = await store.list(name, page)
        yield documents
        after = next
        if (after !== undefined) await nextTurn()
      } while (after !== undefined)
    },
    create: (id, body, revision) => store.create(name, id, body, revision),
    update: (id, body, ifRevision) => store.update(name, id, body, ifRevision),
    put: (id, body, current) =>
      current ? store.update(name, id, body, current.revision) : store.create(name, id, body),
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
  /** Whether a damaged document is left out. */
  hasDamage: () => boolean
  /** How many documents are left out, because they are damaged or don't match the schema. */
  unreadable: () => number
  /** Resolves when the collection is in memory; readers wait for it once, at start. */
  ready: Promise<void>
}

function hotCollection<S extends ObjectSchema>(
  store: DocumentStore,
  { name, schema }: { name: string; schema: S },
  onBroken: (id: string, cause: unknown) => void = () => {},
  damaged?: string,
): HotCollection<S> {
  const kept = new Map<string, Entry<S>>()
  const leftOut = new Set<string>()
  const broken = new Set<string>()
  let version = 0
  const watching = store.watch(name, ({ id, document, damage }) => {
    version++
    kept.delete(id)
    leftOut.delete(id)
    broken.delete(id)
    if (damage !== undefined) {
      if (damaged === undefined) throw damage
      leftOut.add(id)
      store.damage?.leaveOut({ collection: name, id }, damaged)
    }
    if (!document) return
    try {
      kept.set(id, parseEntry(schema, document))
    } catch (cause) {
      broken.add(id)
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
    hasDamage: () => leftOut.size > 0,
    unreadable: () => leftOut.size + broken.size,
    ready,
  }
}

function parseEntry<S extends ObjectSchema>(schema: S, stored: Stored<Body>): Entry<S> {
  return withMetadata(z.parse(schema, stored), stored)
}

function withMetadata<B extends Body>(
  body: B,
  { id, revision, updatedAt }: DocumentMetadata,
): B & DocumentMetadata {
  return { ...body, id, revision, updatedAt }
}
