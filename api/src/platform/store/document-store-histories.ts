import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, Stored, StoreOperations } from './document-store.ts'

/** One action of a client, retried until it succeeds. `pause`: delay between its read and its write, in ms. */
type Step = { kind: 'write' | 'delete' | 'both' | 'move' | 'count'; on: number; pause: number }

/** The body of a test document: the write that created it, and one mark for every write applied to it. */
type Marked = { firstMark: string; marks: string[] }

type Options = {
  /** Several clients' stores over one database. */
  open: () => Promise<DocumentStore[]>
  /** Number of histories; the environment variable `STORE_HISTORIES` overrides it. */
  runs: number
}

/** Deleted and recreated, in transactions only: a revision read earlier could belong to another document. */
const deletable = ['a', 'b/c', '..']
const permanent = ['kept', 'kept/too']
const step = record<Step>({
  kind: constantFrom('write', 'write', 'delete', 'both', 'move', 'count'),
  on: nat(5),
  pause: nat(4),
})
const clients = array(array(step, { minLength: 1, maxLength: 6 }), {
  minLength: 2,
  maxLength: 8,
})

/** Runs random clients that write the same few documents concurrently and checks that no write is lost. */
export function documentStoreHistories(name: string, { open, runs }: Options): void {
  describe(name, () => {
    let stores: DocumentStore[] = []
    beforeAll(async () => {
      stores = await open()
    })
    afterAll(() => Promise.all(stores.map((store) => store.close())))

    it(
      'loses no write and applies none twice under concurrent writers',
      { timeout: 0 },
      async () => {
        await assert(
          asyncProperty(clients, (scripts) => history(stores, scripts)),
          { numRuns: Number(process.env['STORE_HISTORIES'] ?? runs), endOnFailure: true },
        )
      },
    )
  })
}

async function history(stores: DocumentStore[], scripts: Step[][]): Promise<void> {
  const collection = `history-${randomUUID()}`
  const views = await Promise.all(stores.map((store) => watched(store, collection)))
  const done = { written: [] as string[], deleted: [] as string[], revisions: [] as string[] }
  await Promise.all(
    scripts.map(async (script, client) => {
      const store = stores[client % stores.length]!
      for (const [n, operation] of script.entries()) {
        await untilDone(() => act(store, collection, operation, `${client}.${n}`, done))
      }
    }),
  )
  const { documents } = await stores[0]!.list(collection)
  const marks = documents.flatMap((document) => marksOf(document))
  // Each mark occurs once: in a document, or in one that was deleted with it.
  expect([...marks, ...done.deleted].toSorted()).toEqual(done.written.toSorted())
  expect(new Set(done.revisions).size).toBe(done.revisions.length)
  for (const view of views) {
    await expect.poll(() => view.kept(), { timeout: 30_000 }).toEqual(byId(documents))
    view.stop()
    expect(view.revisionsGoneBack).toEqual([])
  }
}

type Done = { written: string[]; deleted: string[]; revisions: string[] }

async function act(
  store: DocumentStore,
  collection: string,
  { kind, on, pause }: Step,
  mark: string,
  done: Done,
): Promise<void> {
  const [deletableId, other] = [deletable[on % 3]!, deletable[(on + 1) % 3]!]
  const permanentId = permanent[on % 2]!
  const noted: Stored<Record<string, unknown>>[] = []
  const put = async (transaction: StoreOperations, at: string, marks: string[]) => {
    const current = await transaction.get(collection, at)
    await after(pause)
    const body: Marked = current
      ? { firstMark: String(current['firstMark']), marks: [...marksOf(current), ...marks] }
      : { firstMark: mark, marks }
    noted.push(
      current
        ? await transaction.update(collection, at, body, current.revision)
        : await transaction.create(collection, at, body),
    )
  }
  const remove = async (transaction: StoreOperations) => {
    const current = await transaction.get(collection, deletableId)
    await after(pause)
    if (!current) return []
    await transaction.delete(collection, deletableId, current.revision)
    return marksOf(current)
  }
  /** A transaction may run several times; only the last run counts. */
  const inTransaction = <T>(work: (transaction: StoreOperations) => Promise<T>) =>
    store.transaction((transaction) => {
      noted.length = 0
      return work(transaction)
    })

  if (kind === 'delete') done.deleted.push(...(await inTransaction(remove)))
  else if (kind === 'write') {
    await put(store, permanentId, [mark])
    done.written.push(mark)
  } else if (kind === 'both') {
    await inTransaction(async (transaction) => {
      await put(transaction, deletableId, [`${mark}-1`])
      await put(transaction, permanentId, [`${mark}-2`])
    })
    done.written.push(`${mark}-1`, `${mark}-2`)
  } else if (kind === 'move') {
    await inTransaction(async (transaction) =>
      put(transaction, other, [...(await remove(transaction)), mark]),
    )
    done.written.push(mark)
  } else {
    const count = await inTransaction(async (transaction) => {
      const { documents } = await transaction.list(collection)
      const marks = documents.flatMap((document) => marksOf(document)).length
      await put(transaction, deletableId, [`${mark}-of-${marks}`])
      return marks
    })
    done.written.push(`${mark}-of-${count}`)
  }
  done.revisions.push(
    ...noted.map(({ id, firstMark, revision }) => `${id} ${String(firstMark)} ${revision}`),
  )
}

/** Retries while another client wins the race; a refused attempt writes nothing. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const hasLostRace =
        error instanceof Refusal &&
        ['stale', 'conflict', 'contention', 'notFound'].includes(error.code)
      if (!hasLostRace) throw error
    }
  }
}

/** A collection as its watcher sees it, and every document whose revision went backwards. */
async function watched(store: DocumentStore, collection: string) {
  const kept = new Map<string, Stored<Record<string, unknown>>>()
  const revisionsGoneBack: string[] = []
  const stop = await store.watch(collection, ({ id, document }) => {
    const before = kept.get(id)
    const isSameLife = before && document && before['firstMark'] === document['firstMark']
    if (isSameLife && document.revision <= before.revision) {
      revisionsGoneBack.push(`${id}: ${before.revision} → ${document.revision}`)
    }
    if (document) kept.set(id, document)
    else kept.delete(id)
  })
  return { stop, revisionsGoneBack, kept: () => byId([...kept.values()]) }
}

function byId(documents: Stored<Record<string, unknown>>[]) {
  return documents.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function marksOf(document: Stored<Record<string, unknown>>): string[] {
  return document['marks'] as string[]
}
