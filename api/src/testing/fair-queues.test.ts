import { randomUUID } from 'node:crypto'
import { getNotes, saveNotes } from '@portal/contract/notes'
import type { NoteTarget } from '@portal/contract/note-target'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useWorkers, type Workers } from '../platform/background/worker-thread.ts'
import { bookCalls, keepPaper, keepQuarter, mapPaper } from '../features/board-book/book-fixture.ts'
import { savedNote } from '../features/notes/notes-fixture.ts'
import { testApi, type TestApi, type TestPersonName } from './test-api.ts'

let api: TestApi
let before: Workers
/** Whether a worker never answers this job, or dies of it. */
let hangs: (script: string, job: unknown) => boolean
let dies: typeof hangs
beforeEach(async () => {
  hangs = () => false
  dies = () => false
  before = useWorkers({
    end(worker, isReusable) {
      // What `start` has put over it would otherwise meet the jobs of other tests.
      Reflect.deleteProperty(worker, 'postMessage')
      return before.end(worker, isReusable)
    },
    start(script, memoryMb) {
      const worker = before.start(script, memoryMb)
      const post = worker.postMessage.bind(worker)
      worker.postMessage = (job: unknown) => {
        if (dies(script.pathname, job)) void worker.terminate()
        else if (!hangs(script.pathname, job)) post(job)
      }
      return worker
    },
  })
  api = await testApi()
  await keepQuarter(api)
})
afterEach(async () => {
  await api.close()
  useWorkers(before)
})

const papers = ['Budget', 'Minutes', 'Grants', 'Audit']

/** A note on the paper's name on its second page, whose text has a mark of its own. */
async function keepNote(as: TestPersonName, documentId: string) {
  const target: NoteTarget = {
    version: 1,
    selector: [
      {
        type: 'FragmentSelector',
        conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
        value: 'page=2',
      },
      { type: 'TextQuoteSelector', exact: documentId, prefix: '', suffix: ', page 2' },
      { type: 'TextPositionSelector', start: 0, end: documentId.length },
    ],
  }
  const note = { ...savedNote(1), id: randomUUID(), text: as, target }
  const body = { documentId, erasures: 0, notes: [note], removed: [] }
  return api.call(as)(saveNotes, { body })
}

it('gives a colleague their notes while four connections of a member wait for theirs', async () => {
  for (const id of papers.slice(2)) {
    await keepPaper(api, id)
    await mapPaper(api, id === 'Grants' ? 'asset-summary' : 'spenddown-overview', {
      documentId: id,
    })
  }
  for (const id of papers) await keepNote('member', id)
  await keepNote('staff', 'Budget')
  // Another instance hasn't placed them yet.
  const { ports } = api
  const { call } = await testApi({ ports })
  let requests = 0
  hangs = (script) => script.endsWith('/place-worker.ts') && (requests += 1) <= 2
  const waiting = papers.map((id) => call('member')(getNotes, { params: { id } }))
  for (const request of waiting) request.catch(() => undefined)
  await expect.poll(() => requests).toBeGreaterThan(0)
  const { notes } = await call('staff')(getNotes, { params: { id: 'Budget' } })
  expect(notes).toMatchObject([{ place: { page: 2, how: 'same' } }])
})

it('makes the shared book while a member’s own books are being made', async () => {
  await keepNote('member', 'Budget')
  hangs = (script, job) =>
    script.endsWith('/book-worker.ts') && JSON.stringify(job).includes('With the notes of')
  await bookCalls(api).ask({ notes: true })
  await bookCalls(api, 'staff').ask()
  await expect
    .poll(async () => (await bookCalls(api, 'staff').get()).state, { timeout: 40_000 })
    .toBe('ready')
  expect((await bookCalls(api).get({ notes: true })).state).toBe('making')
})

it('saves notes even if they can’t be placed at the moment', async () => {
  dies = (script) => script.endsWith('/place-worker.ts')
  const { notes } = await keepNote('member', 'Budget')
  expect(notes).toMatchObject([{ note: { text: 'member' }, isPending: true }])
  dies = () => false
  const read = await api.call('member')(getNotes, { params: { id: 'Budget' } })
  expect(read.notes).toMatchObject([{ place: { page: 2 } }])
})
