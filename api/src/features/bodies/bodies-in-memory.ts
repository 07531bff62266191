import { type OpenTo, openToOf } from '@portal/domain/bodies'
import type { ReaderTerm } from '@portal/domain/may-read'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodiesCollection, termsCollection } from './stored-bodies.ts'

/** What decides who may read a body's meetings, from memory. */
export type BodiesInMemory = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  openTo: (body: string) => OpenTo
  /** The terms of a person, by the id of their directory entry: past and future ones too. */
  termsOf: (person: string) => readonly ReaderTerm[]
}

export function createBodiesInMemory(store: DocumentStore): BodiesInMemory {
  /** Bodies that can't be read, which could be open to fewer people than a new one. */
  const broken = new Set<string>()
  const bodies = bodiesCollection.hot(store, (id) => broken.add(id))
  const terms = termsCollection.hot(store)
  const byPerson = cacheByVersion(terms.version, () =>
    Map.groupBy(terms.all(), ({ person }) => person),
  )
  return {
    ready: Promise.all([bodies.ready, terms.ready]).then(() => undefined),
    version: () => bodies.version() + terms.version(),
    openTo(id) {
      const stored = bodies.get(id)
      if (stored) return stored.openTo ?? openToOf(id)
      return broken.has(id) ? 'terms' : openToOf(id)
    },
    termsOf: (person) =>
      (byPerson(undefined).get(person) ?? []).map(({ body, voting, from, to }) => ({
        body,
        voting,
        from,
        ...(to === undefined ? {} : { to }),
      })),
  }
}
