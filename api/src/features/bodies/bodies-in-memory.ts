import { type OpenTo, openToOf } from '@portal/domain/bodies'
import type { ReaderTerm } from '@portal/domain/may-read'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { termsCollection } from './stored-bodies.ts'

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
  const terms = termsCollection.hot(store)
  const byPerson = cacheByVersion(terms.version, () =>
    Map.groupBy(terms.all(), ({ person }) => person),
  )
  return {
    ready: terms.ready,
    version: terms.version,
    openTo: openToOf,
    termsOf: (person) =>
      (byPerson(undefined).get(person) ?? []).map(({ body, voting, from, to }) => ({
        body,
        voting,
        from,
        ...(to === undefined ? {} : { to }),
      })),
  }
}
