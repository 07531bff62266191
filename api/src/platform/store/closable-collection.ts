import type * as z from 'zod/mini'
import {
  type CollectionDefinition,
  defineCollection,
  type HotCollection,
  type RawCollection,
} from './collection.ts'
import type { Stored, StoreOperations } from './document-store.ts'

type Body = Record<string, unknown>
type ObjectSchema = z.core.$ZodType<Body>

export type ClosableCollection<S extends ObjectSchema> = CollectionDefinition<S> & {
  /** Where closed documents are stored. */
  closedName: string
  /** The ids of the closed documents. */
  closedIds: (store: StoreOperations) => Promise<Set<string>>
  /**
   * Moves a document between the two collections, with its revision. Reads inside a transaction; the result writes,
   * because in a transaction every read comes before the first write. Undefined if it is there already.
   */
  moving: (
    transaction: StoreOperations,
    id: string,
    to: 'open' | 'closed',
  ) => Promise<(() => Promise<void>) | undefined>
  /** Like `hot`, and tells which documents are closed. */
  hotClosable: (
    ...options: Parameters<CollectionDefinition<S>['hot']>
  ) => HotCollection<S> & { isClosed: (id: string) => boolean; hasClosed: () => boolean }
}

/**
 * A collection whose documents are either open, or closed to some readers. Closed ones are stored in a collection of
 * their own, which earlier releases neither read nor show. To its users, both are one collection. A document that is in
 * both, because an earlier release has written it again, is the closed one.
 */
export function defineClosableCollection<S extends ObjectSchema>(
  open: CollectionDefinition<S>,
  closedName: string,
  schema: S,
  /** Whether a new document is closed from the beginning. */
  isNewClosed: (body: Body) => boolean = () => false,
): ClosableCollection<S> {
  const closed = defineCollection(closedName, schema)
  /** Where a transaction has found each document. */
  const found = new WeakMap<StoreOperations, Map<string, boolean>>()

  const isClosedIn = async (store: StoreOperations, id: string): Promise<boolean> =>
    found.get(store)?.get(id) ?? (await closed.raw(store).get(id)) !== undefined
  const note = (store: StoreOperations, id: string, isClosed: boolean) => {
    // Only a transaction can rely on what it has read.
    if ('transaction' in store) return
    found.set(store, (found.get(store) ?? new Map<string, boolean>()).set(id, isClosed))
  }

  /** The two collections as one. Closed documents follow the open ones. */
  const both = <R extends RawCollection>(
    store: StoreOperations,
    of: (from: typeof open) => R,
  ): R => {
    const [opened, shut] = [of(open), of(closed)]
    const where = async (id: string) => ((await isClosedIn(store, id)) ? shut : opened)
    const records: RawCollection = {
      async get(id) {
        const document = await shut.get(id)
        note(store, id, document !== undefined)
        return document ?? opened.get(id)
      },
      async list(query = {}) {
        const page = await opened.list(query)
        if (query.after !== undefined) return page
        return withClosed(page, (await shut.list(query)).documents)
      },
      async *pages(query) {
        const known = new Set<string>()
        for await (const page of shut.pages(query)) {
          for (const { id } of page) known.add(id)
          yield page
        }
        for await (const page of opened.pages(query)) yield page.filter(({ id }) => !known.has(id))
      },
      create: (id, body, revision) =>
        (isNewClosed(body) ? shut : opened).create(id, body, revision),
      update: async (id, body, ifRevision) => (await where(id)).update(id, body, ifRevision),
      put: async (id, body, current) =>
        current ? (await where(id)).update(id, body, current.revision) : records.create(id, body),
      delete: async (id, ifRevision) => (await where(id)).delete(id, ifRevision),
    }
    return records as R
  }

  const definition: ClosableCollection<S> = {
    name: open.name,
    closedName,
    raw: (store) => both(store, (from) => from.raw(store)),
    in(store) {
      const typed = (from: typeof open) => from.in(store)
      const [opened, shut] = [typed(open), typed(closed)]
      const records = both(store, (from) => from.in(store) as object as RawCollection)
      return {
        ...(records as object as ReturnType<typeof typed>),
        async find(id) {
          const document = await shut.find(id)
          note(store, id, document !== undefined)
          return document ?? opened.find(id)
        },
        async findAll(query = {}) {
          const page = await opened.findAll(query)
          if (query.after !== undefined) return page
          return withClosed(page, (await shut.findAll(query)).documents)
        },
      }
    },
    hot: (...options) => definition.hotClosable(...options),
    hotClosable(store, ...options) {
      const [opened, shut] = [open.hot(store, ...options), closed.hot(store, ...options)]
      const ready = Promise.all([opened.ready, shut.ready]).then(() => undefined)
      ready.catch(() => undefined)
      return {
        ready,
        version: () => opened.version() + shut.version(),
        hasDamage: () => opened.hasDamage() || shut.hasDamage(),
        unreadable: () => opened.unreadable() + shut.unreadable(),
        get: (id) => shut.get(id) ?? opened.get(id),
        all: () => withClosed({ documents: opened.all() }, shut.all()).documents,
        isClosed: (id) => shut.get(id) !== undefined,
        hasClosed: () => shut.all().length > 0,
      }
    },
    async watch(store, onChange) {
      const known = { open: new Map<string, unknown>(), closed: new Map<string, unknown>() }
      type Change = Parameters<typeof onChange>[1]
      const from = (own: 'open' | 'closed') => (id: string, document: Change) => {
        if (document) known[own].set(id, document)
        else known[own].delete(id)
        onChange(id, (known.closed.get(id) ?? known.open.get(id)) as Change)
      }
      const ends = [
        await closed.watch(store, from('closed')),
        await open.watch(store, from('open')),
      ]
      return () => ends.forEach((end) => end())
    },
    async closedIds(store) {
      const ids = new Set<string>()
      for await (const page of closed.raw(store).pages()) for (const { id } of page) ids.add(id)
      return ids
    },
    async moving(transaction, id, to) {
      const [source, target] = to === 'closed' ? [open, closed] : [closed, open]
      const moved = await source.raw(transaction).get(id)
      if (!moved) return undefined
      const other = await target.raw(transaction).get(id)
      const { id: _, revision, updatedAt: __, ...body } = moved
      return async () => {
        note(transaction, id, to === 'closed')
        await source.raw(transaction).delete(id, revision)
        // An earlier release has written the document again: its bytes are newer.
        if (other) await target.raw(transaction).update(id, body, other.revision)
        else await target.raw(transaction).create(id, body, revision)
      }
    },
  }
  return definition
}

function withClosed<D extends Stored<object>>(
  page: { documents: D[]; next?: string },
  closed: D[],
): { documents: D[]; next?: string } {
  if (closed.length === 0) return page
  const ids = new Set(closed.map(({ id }) => id))
  return { ...page, documents: [...page.documents.filter(({ id }) => !ids.has(id)), ...closed] }
}
