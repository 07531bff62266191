import type { Body, Term } from '@portal/contract/bodies'
import { boardId, type OpenTo, openToOf } from '@portal/domain/bodies'
import type { Day } from '@portal/domain/days'
import type { ReaderTerm } from '@portal/domain/may-read'
import { isCurrent } from '@portal/domain/terms'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import {
  bodiesCollection,
  byBodyName,
  firstBoard,
  shownBodyOf,
  termsCollection,
} from './stored-bodies.ts'

/** The bodies, and what decides who may read their meetings, from memory. */
export type BodiesInMemory = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  /** The board first, which is there even if nothing is stored, then the committees by name. */
  all: () => Body[]
  find: (body: string) => Body | undefined
  openTo: (body: string) => OpenTo
  /** The terms of a person, by the id of their directory entry: past and future ones too. */
  termsOf: (person: string) => readonly ReaderTerm[]
  /** The people who have a term in a body on a day, each once, with their names at that time. */
  inOffice: (body: string, today: Day) => { person: string; name: string }[]
  /** The terms of a body: past and future ones too. */
  inBody: (body: string) => readonly TermInBody[]
}

type TermInBody = Pick<Term, 'person' | 'office' | 'voting' | 'from' | 'to'>

export function createBodiesInMemory(store: DocumentStore): BodiesInMemory {
  /** Bodies that can't be read, which could be open to fewer people than a new one. */
  const broken = new Set<string>()
  const bodies = bodiesCollection.hot(store, (id) => broken.add(id))
  const terms = termsCollection.hot(store)
  // Both only grow, so the sum changes with either of them.
  const version = () => terms.version() + bodies.version()
  const known = cacheByVersion(bodies.version, () => {
    const stored = bodies.all().map((each) => shownBodyOf(each.id, each))
    const hasBoard = stored.some(({ id }) => id === boardId)
    const all = hasBoard ? stored : [...stored, shownBodyOf(boardId, firstBoard)]
    return { all: all.toSorted(byBodyName), byId: new Map(all.map((body) => [body.id, body])) }
  })
  const find = (body: string) => known(undefined).byId.get(body)
  const ready = Promise.all([terms.ready, bodies.ready]).then(() => undefined)
  ready.catch(() => undefined)
  const byPerson = cacheByVersion(terms.version, () =>
    Map.groupBy(terms.all(), ({ person }) => person),
  )
  const byBody = cacheByVersion(terms.version, () => Map.groupBy(terms.all(), ({ body }) => body))
  return {
    ready,
    version,
    inBody: (body) => byBody(undefined).get(body) ?? [],
    all: () => known(undefined).all,
    find,
    openTo: (id) => find(id)?.openTo ?? (broken.has(id) ? 'terms' : openToOf(id)),
    inOffice(body, today) {
      const current = terms.all().filter((term) => term.body === body && isCurrent(term, today))
      const names = new Map(current.map(({ person, name }) => [person, name]))
      return [...names].map(([person, name]) => ({ person, name }))
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
