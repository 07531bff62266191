import { getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { type Call, createCall, isApiError } from '@portal/remote-kit/client'
import { addDesignatedAdmin, removeDesignatedAdmin } from '@portal/contract/designated-admins'
import { getMapping, saveMapping } from '@portal/contract/mappings'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import type { DocumentStore, Stored } from '../platform/store/document-store.ts'
import { testApi, type TestApi, type TestIdentity } from './test-api.ts'

/** Number of histories; `test --long` runs more. */
const histories = Number(process.env['HISTORIES'] ?? 15)

const names = ['ruth.abelman', 'wei.chen', 'hana.takeda', 'samuel.osei']
const people = names.map((name): TestIdentity => {
  return { email: `${name}@larkspur.example`, provider: 'google.com', emailVerified: true }
})
const slots = ['governance-bylaws', 'meeting-2026-q4-agenda']
const quarters = [
  { year: 2026, quarter: 3 },
  { year: 2026, quarter: 4 },
]

/** The fault of one request. A reset arrives while the server is still working, a lost response after that. */
const fault = fc.oneof(
  { weight: 6, arbitrary: fc.constant('none' as const) },
  { weight: 1, arbitrary: fc.constant('lostRequest' as const) },
  { weight: 2, arbitrary: fc.constant('lostAnswer' as const) },
  { weight: 2, arbitrary: fc.constant('reset' as const) },
)
const which = (most: number) => fc.nat({ max: most - 1 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('mapping' as const), which: which(slots.length) }),
  fc.record({ kind: fc.constant('agenda' as const), which: which(quarters.length) }),
  fc.record({ kind: fc.constant('publish' as const), which: which(quarters.length) }),
  fc.record({ kind: fc.constant('addAdmin' as const), which: which(people.length) }),
  fc.record({ kind: fc.constant('removeAdmin' as const), which: which(people.length) }),
)
const client = fc.record({
  /** Index of the instance to use. */
  instance: which(2),
  person: which(people.length),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  faults: fc.array(fault, { maxLength: 12 }),
})
type Client = typeof client extends fc.Arbitrary<infer T> ? T : never
type Step = Client['steps'][number]

/** Delays of calls in turns of the event loop, used in rotation. */
const delays = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 40 })

/** A successful save: its subject, its title and the returned revision. */
type Saved = { subject: string; title: string; revision: number }

it(
  'loses no update, applies none twice and never empties the list of admins, no matter what is lost in transit',
  async () => {
    let saves = 0
    const history = async (clients: Client[], lateness: number[]) => {
      const late = turns(lateness)
      const store = lateStore(openSqliteStore({ path: ':memory:' }), late)
      const [first, second] = [
        await testApi({ ports: { store } }),
        await testApi({ ports: { store } }),
      ]
      await seedAdmins(store)
      const background: Promise<unknown>[] = []
      const answered = await Promise.all(
        clients.map((each, n) => run(each, n, [first, second], late, background)),
      )
      await Promise.allSettled(background)
      await expectSound(store, answered)
      saves += answered.flat().length
      await second.stop()
      await first.close()
    }
    const clients = fc.array(client, { minLength: 2, maxLength: 8 })
    await fc.assert(fc.asyncProperty(clients, delays, history), { numRuns: histories })
    // A run in which every request was refused would prove nothing.
    expect(saves).toBeGreaterThan(histories)
  },
  Math.max(120_000, histories * 200),
)

async function run(
  { instance, person, steps, faults }: Client,
  number: number,
  apis: [TestApi, TestApi],
  late: () => Promise<void>,
  background: Promise<unknown>[],
): Promise<Saved[]> {
  const api = apis[instance]!
  const left = [...faults]
  const call = createCall({
    baseUrl: 'http://portal.test',
    token: async () => api.tokenFor(people[person]!),
    fetch: async (input, init) => {
      await late()
      const meets = left.shift() ?? 'none'
      if (meets === 'lostRequest') throw new TypeError('lost on the way there')
      const answer = Promise.resolve(api.app.request(input as string, init))
      background.push(answer)
      if (meets === 'reset') throw new TypeError('reset')
      const response = await answer
      if (meets === 'lostAnswer') throw new TypeError('lost on the way back')
      return response
    },
  })
  const saved: Saved[] = []
  for (const [n, act] of steps.entries()) {
    try {
      const done = await take(call, act, `${number}.${n}`)
      if (done) saved.push(done)
    } catch (error) {
      // Another client was faster, or the caller isn't an admin (any more).
      if (!isApiError(error) || !['stale', 'forbidden', 'conflict'].includes(error.code))
        throw error
    }
  }
  return saved
}

/** Runs one step, repeating each request until it is answered. */
async function take(
  call: Call,
  { kind, which: n }: Step,
  title: string,
): Promise<Saved | undefined> {
  if (kind === 'addAdmin' || kind === 'removeAdmin') {
    const { email } = people[n]!
    await untilAnswered(() =>
      kind === 'addAdmin'
        ? call(addDesignatedAdmin, { body: { email } })
        : call(removeDesignatedAdmin, { query: { email } }),
    )
    return undefined
  }
  if (kind === 'mapping') {
    const params = { id: slots[n]! }
    const revision = await revisionOf(() => call(getMapping, { params }))
    const input = { params, revision, body: { title } }
    const saved = await untilAnswered(() => call(saveMapping, input))
    return { subject: params.id, title: saved.title!, revision: saved.revision }
  }
  const params = quarters[n]!
  const revision = await revisionOf(() => call(getAgenda, { params }))
  const saved = await untilAnswered(() =>
    kind === 'agenda'
      ? call(saveAgenda, { params, revision, body: { title } })
      : call(setAgendaStatus, {
          params,
          revision,
          body: { status: 'published', content: { title } },
        }),
  )
  return { subject: saved.id, title: saved.title, revision: saved.revision }
}

async function revisionOf(read: () => Promise<{ revision: number }>): Promise<number | 'new'> {
  try {
    return (await untilAnswered(read)).revision
  } catch (error) {
    if (isApiError(error) && ['notFound', 'notPublished'].includes(error.code)) return 'new'
    throw error
  }
}

async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isApiError(error) || error.code !== 'offline') throw error
    }
  }
}

type Entry = { what: string; subject: string; before: Titled; after: Titled }
type Titled = { title?: string; mode?: string } | string[] | null

async function expectSound(store: DocumentStore, answered: Saved[][]): Promise<void> {
  const { documents } = await store.list('audit')
  const entries = (documents as unknown as Entry[]).filter(({ what }) => what !== 'denied')
  const problems = [
    ...(await store.list('resource_mappings')).documents,
    ...(await store.list('agendas')).documents,
  ]
  for (const document of problems) {
    const own = entries.filter(({ subject }) => subject === document.id)
    // One entry per revision, each based on the result of the previous one: nothing is lost or applied twice.
    expect(own).toHaveLength(document.revision)
    expectChain(own, undefined, stateOf(document as Titled))
    const answers = answered.flat().filter(({ subject }) => subject === document.id)
    for (const { title } of answers) {
      const named = own.filter(
        ({ before, after }) => titleOf(after) === title && titleOf(before) !== title,
      )
      expect(named).toHaveLength(1)
    }
    expect(new Set(answers.map(({ revision }) => revision)).size).toBe(answers.length)
  }
  for (const saves of answered) {
    for (const subject of new Set(saves.map((saved) => saved.subject))) {
      const seen = saves
        .filter((saved) => saved.subject === subject)
        .map(({ revision }) => revision)
      expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b))
    }
  }
  const admins = entries.filter(({ what }) => what.startsWith('admin '))
  const list = (await store.get('admin', 'designatedAdmins'))!
  expect(admins).toHaveLength(list.revision - seededRevision)
  for (const { after } of admins) expect((after as string[]).length).toBeGreaterThan(0)
  expect(list['designatedAdmins']).not.toEqual([])
}

/** Checks that the entries form one chain of changes. */
function expectChain(entries: Entry[], first: string | undefined, last: string | undefined): void {
  const befores = entries.map(({ before }) => stateOf(before))
  const afters = entries.map(({ after }) => stateOf(after))
  expect([...befores, last].toSorted(byText)).toEqual([first, ...afters].toSorted(byText))
  expect(new Set(afters).size).toBe(afters.length)
}

function titleOf(document: Titled): string | undefined {
  return document === null || Array.isArray(document) ? undefined : document.title
}

/** What distinguishes revisions: the title, and for an agenda slot its source, which publishing changes. */
function stateOf(document: Titled): string | undefined {
  if (document === null || Array.isArray(document)) return undefined
  return [document.title, document.mode].join(' ')
}

/** The list is created with one revision and filled with the second. */
const seededRevision = 2

async function seedAdmins(store: DocumentStore): Promise<void> {
  const stored = (await store.get('admin', 'designatedAdmins'))!
  const { id: _, revision, updatedAt: __, ...body } = stored as Stored<Record<string, unknown>>
  const designatedAdmins = people.map(({ email }) => email).toSorted()
  await store.update('admin', 'designatedAdmins', { ...body, designatedAdmins }, revision)
}

function turns(lateness: number[]): () => Promise<void> {
  let calls = 0
  return async () => {
    const count = lateness[calls++ % lateness.length]!
    for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
  }
}

/** The same store with delayed calls. */
function lateStore(store: DocumentStore, late: () => Promise<void>): DocumentStore {
  const after =
    <I extends unknown[], T>(call: (...input: I) => Promise<T>) =>
    async (...input: I) => {
      await late()
      return call(...input)
    }
  return {
    ...store,
    get: after(store.get),
    list: after(store.list),
    create: after(store.create),
    update: after(store.update),
    delete: after(store.delete),
    transaction: async (work) => {
      await late()
      return store.transaction(work)
    },
  }
}

function byText(a = '', b = ''): number {
  return a.localeCompare(b)
}
