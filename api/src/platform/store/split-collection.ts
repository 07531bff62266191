import type * as z from 'zod/mini'
import { type CollectionDefinition, defineCollection, type RawCollection } from './collection.ts'
import type { StoreOperations } from './document-store.ts'

type ObjectSchema = z.core.$ZodType<Record<string, unknown>>

/**
 * A collection of which some documents, by their ids, are stored in another one that earlier releases neither read nor
 * show. To its users, both are one collection.
 */
export function defineSplitCollection<S extends ObjectSchema>(
  name: string,
  apart: { name: string; has: (id: string) => boolean },
  schema: S,
): CollectionDefinition<S> {
  const [own, other] = [defineCollection(name, schema), defineCollection(apart.name, schema)]

  /** The two collections as one. What is stored apart follows the first page of the others. */
  const both = (of: (from: typeof own) => RawCollection): RawCollection => {
    const [near, far] = [of(own), of(other)]
    const where = (id: string) => (apart.has(id) ? far : near)
    return {
      get: (id) => where(id).get(id),
      async list(query = {}) {
        const page = await near.list(query)
        if (query.after !== undefined) return page
        const { documents } = await far.list(query)
        return { ...page, documents: [...page.documents, ...documents] }
      },
      async *pages(query) {
        yield* near.pages(query)
        yield* far.pages(query)
      },
      create: (id, body, revision) => where(id).create(id, body, revision),
      update: (id, body, ifRevision) => where(id).update(id, body, ifRevision),
      put: (id, body, current) => where(id).put(id, body, current),
      delete: (id, ifRevision) => where(id).delete(id, ifRevision),
    }
  }

  return {
    name,
    raw: (store) => both((from) => from.raw(store)),
    in(store: StoreOperations) {
      const typed = (from: typeof own) => from.in(store)
      const [near, far] = [typed(own), typed(other)]
      const records = both((from) => from.in(store) as object as RawCollection)
      return {
        ...(records as object as ReturnType<typeof typed>),
        find: (id) => (apart.has(id) ? far : near).find(id),
        async findAll(query = {}) {
          const page = await near.findAll(query)
          if (query.after !== undefined) return page
          const { documents } = await far.findAll(query)
          return { ...page, documents: [...page.documents, ...documents] }
        },
      }
    },
    hot(store, ...options) {
      const [near, far] = [own.hot(store, ...options), other.hot(store, ...options)]
      const ready = Promise.all([near.ready, far.ready]).then(() => undefined)
      ready.catch(() => undefined)
      return {
        ready,
        version: () => near.version() + far.version(),
        hasDamage: () => near.hasDamage() || far.hasDamage(),
        unreadable: () => near.unreadable() + far.unreadable(),
        get: (id) => (apart.has(id) ? far : near).get(id),
        all: () => [...near.all(), ...far.all()],
      }
    },
    async watch(store, onChange) {
      const ends = [await own.watch(store, onChange), await other.watch(store, onChange)]
      return () => ends.forEach((end) => end())
    },
  }
}
