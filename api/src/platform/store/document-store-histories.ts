import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, Stored, StoreOperations } from './document-store.ts'

/** One action of a client, retried until it succeeds. `pause`: delay between its read and its write, in ms. */
type Step = { kind: 'write' | 'delete' | 'both' | 'move' | 'count'; on: number; pause: number }

/** The body of a test document: the write that created it, and one mark for every write applied to it. */
type Marked = { born: string; marks: string[] }

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
      for (const [n, one] of script.entries()) {
        await untilDone(() => act(store, collection, one, `${client}.${n}`, done))
      }
    }),
  )
  const { documents } = await stores[0]!.list(collection)
  const found = documents.flatMap((document) => marksOf(document))
  // Each mark occurs once: in a document, or in one that was deleted with it.
  expect([...found, ...done.deleted].toSorted()).toEqual(done.written.toSorted())
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
  const put = async (inside: StoreOperations, at: string, marks: string[]) => {
    const current = await inside.get(collection, at)
    await after(pause)
    const body: Marked = current
      ? { born: String(current['born']), marks: [...marksOf(current), ...marks] }
      : { born: mark, marks }
    noted.push(
      current
        ? await inside.update(collection, at, body, current.revision)
        : await inside.create(collection, at, body),
    )
  }
  const remove = async (inside: StoreOperations) => {
    const current = await inside.get(collection, deletableId)
    await after(pause)
    if (!current) return []
    await inside.delete(collection, deletableId, current.revision)
    return marksOf(current)
  }
  /** A transaction may run several times; only the last run counts. */
  const inTransaction = <T>(work: (inside: StoreOperations) => Promise<T>) =>
    store.transaction((inside) => {
      noted.length = 0
      return work(inside)
    })

  if (kind === 'delete') done.deleted.push(...(await inTransaction(remove)))
  else if (kind === 'write') {
    await put(store, permanentId, [mark])
    done.written.push(mark)
  } else if (kind === 'both') {
    await inTransaction(async (inside) => {
      await put(inside, deletableId, [`${mark}-1`])
      await put(inside, permanentId, [`${mark}-2`])
    })
    done.written.push(`${mark}-1`, `${mark}-2`)
  } else if (kind === 'move') {
    await inTransaction(async (inside) => put(inside, other, [...(await remove(inside)), mark]))
    done.written.push(mark)
  } else {
    const count = await inTransaction(async (inside) => {
      const { documents } = await inside.list(collection)
      const marks = documents.flatMap((document) => marksOf(document)).length
      await put(inside, deletableId, [`${mark}-of-${marks}`])
      return marks
    })
    done.written.push(`${mark}-of-${count}`)
  }
  done.revisions.push(...noted.map(({ id, born, revision }) => `${id} ${String(born)} ${revision}`))
}

/** Retries while another client wins the race; a refused attempt writes nothing. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isOvertaken =
        error instanceof Refusal &&
        ['stale', 'conflict', 'contention', 'notFound'].includes(error.code)
      if (!isOvertaken) throw error
    }
  }
}

/** A collection as its watcher sees it, and every document whose revision went backwards. */
async function watched(store: DocumentStore, collection: string) {
  const kept = new Map<string, Stored<Record<string, unknown>>>()
  const revisionsGoneBack: string[] = []
  const stop = await store.watch(collection, ({ id, document }) => {
    const before = kept.get(id)
    const isSameLife = before && document && before['born'] === document['born']
    if (isSameLife && document.revision <= before.revision) {
      revisionsGoneBack.push(`${id}: ${before.revision} → ${document.revision}`)
    }
    if (document) kept.set(id, document)
    else kept.delete(id)
  })
  return { stop, revisionsGoneBack, kept: () => byId([...kept.values()]) }
}

function byId(documents: Stored<Record<string, unknown>>[]) {
  return documents.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

function marksOf(document: Stored<Record<string, unknown>>): string[] {
  return document['marks'] as string[]
}
