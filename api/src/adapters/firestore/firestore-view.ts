import type {
  DocumentSnapshot,
  Firestore,
  Query,
  QueryDocumentSnapshot,
  QuerySnapshot,
  Timestamp,
  Transaction,
} from '@google-cloud/firestore'
import type { ListQuery, Stored, StoreOperations } from '../../platform/store/document-store.ts'
import {
  isPossibleId,
  refuseImpossibleId,
  refuseImpossibleRevision,
  refuseTaken,
  refuseUnlessCurrent,
} from '../../platform/store/store-rules.ts'
import {
  asRecord,
  type FirestoreRecord,
  recordOf,
  referenceTo,
  stored,
} from './firestore-layout.ts'
import { overPage } from '../../platform/store/list-cursor.ts'
import { firestoreQuery, listInMemory, pageOf } from './firestore-list.ts'

/** A transaction's pending write of one document; `record` is absent for a deletion. */
export type Write = { collection: string; id: string; record: FirestoreRecord | undefined }

/** One run of a transaction's work: what it read and what it is going to write. Nothing is committed here. */
export type View = {
  operations: StoreOperations
  /** Snapshots by document path. */
  read: Map<string, DocumentSnapshot>
  listed: { query: Query; snapshot: QuerySnapshot }[]
  writes: Map<string, Write>
  end: () => void
}

type Options = {
  db: Firestore
  now: () => Date
  /** Wraps every database call with the timeout and error mapping. */
  call: <T>(work: () => Promise<T>) => Promise<T>
}

/** All reads use the time of the first one, so that the work never sees half of a change. */
export function openView({ db, now, call }: Options): View {
  const bases = new Map<string, Promise<DocumentSnapshot>>()
  const view: View = {
    operations: { get, list, create, update, delete: remove },
    read: new Map(),
    listed: [],
    writes: new Map(),
    end: () => (open = false),
  }
  let open = true
  let moment: Promise<Timestamp> | undefined
  return view

  async function read<T extends { readTime: Timestamp }>(
    plain: () => Promise<T>,
    from: (snapshot: Transaction) => Promise<T>,
  ): Promise<T> {
    if (!moment) {
      const first = call(plain)
      moment = first.then(({ readTime }) => readTime)
      moment.catch(() => undefined)
      return first
    }
    const readTime = await moment
    return call(() => db.runTransaction(from, { readOnly: true, readTime }))
  }

  async function current(collection: string, id: string): Promise<FirestoreRecord | undefined> {
    if (!open) throw new Error('This transaction has ended.')
    if (!isPossibleId(id)) return undefined
    const reference = referenceTo(db, collection, id)
    const { path } = reference
    const base =
      bases.get(path) ??
      read(
        () => reference.get(),
        (snapshot) => snapshot.get(reference),
      )
    bases.set(path, base)
    const snapshot = await base
    view.read.set(path, snapshot)
    const written = view.writes.get(path)
    return written ? written.record : asRecord(snapshot.data())
  }

  function write(collection: string, id: string, record: FirestoreRecord | undefined): void {
    if (!open) throw new Error('This transaction has ended.')
    view.writes.set(referenceTo(db, collection, id).path, { collection, id, record })
  }

  async function get(collection: string, id: string) {
    const record = await current(collection, id)
    return record && stored(record)
  }

  async function create(
    collection: string,
    id: string,
    body: Record<string, unknown>,
    revision = 1,
  ) {
    refuseImpossibleId(id)
    refuseImpossibleRevision(revision)
    refuseTaken(await get(collection, id))
    const record = recordOf(id, body, revision, now())
    write(collection, id, record)
    return stored(record)
  }

  async function update(
    collection: string,
    id: string,
    body: Record<string, unknown>,
    ifRevision: number,
  ) {
    refuseUnlessCurrent(await get(collection, id), ifRevision)
    const record = recordOf(id, body, ifRevision + 1, now())
    write(collection, id, record)
    return stored(record)
  }

  async function remove(collection: string, id: string, ifRevision?: number) {
    const document = await get(collection, id)
    if (ifRevision !== undefined) refuseUnlessCurrent(document, ifRevision)
    if (document) write(collection, id, undefined)
  }

  async function list(collection: string, query: ListQuery = {}) {
    if (!open) throw new Error('This transaction has ended.')
    const written = [...view.writes.values()].filter(
      (candidate) => candidate.collection === collection,
    )
    const request = firestoreQuery(db, collection, written.length === 0 ? query : {})
    const unwritten = await read(
      () => request.get(),
      (snapshot) => snapshot.get(request),
    )
    if (!query.isGuarded) view.listed.push({ query: request, snapshot: unwritten })
    const documents = documentsOf(unwritten)
    if (written.length === 0) return pageOf(documents, query)
    const changed = new Set(written.map(({ id }) => id))
    const all = [
      ...documents.filter(({ id }) => !changed.has(id)),
      ...written.flatMap(({ record }) => (record ? [stored(record)] : [])),
    ]
    return pageOf(listInMemory(all, query), query)
  }
}

/** The documents of a page and the one after it: what is too much for the page isn't received. */
export async function documentsUntil(
  request: Query,
  query: ListQuery,
): Promise<Stored<Record<string, unknown>>[]> {
  const isOver = overPage(query)
  const documents: Stored<Record<string, unknown>>[] = []
  for await (const document of request.stream() as AsyncIterable<QueryDocumentSnapshot>) {
    const record = asRecord(document.data())
    if (!record) continue
    documents.push(stored(record))
    if (isOver(() => Buffer.byteLength(record.json))) break
  }
  return documents
}

export function documentsOf(snapshot: QuerySnapshot): Stored<Record<string, unknown>>[] {
  return snapshot.docs.flatMap((document) => {
    const record = asRecord(document.data())
    return record ? [stored(record)] : []
  })
}
