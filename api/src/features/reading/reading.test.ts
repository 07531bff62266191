import { eraseReading, exportReading, getReading, reportReading } from '@portal/contract/reading'
import * as fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { textKey } from '../documents/synced-documents-service.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { testApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { type ReadingRecord, withReport } from './stored-reading.ts'
import { readingSuite } from './reading-suite.ts'

readingSuite('reading on the embedded set', async () => {
  return { here: { store: openSqliteStore({ path: ':memory:' }) } }
})

it('loses no page, no matter which device reports when and how often', async () => {
  const api = await testApi()
  onTestFinished(() => api.close())
  await api.putPaper('docket', { version: 3 })
  const step = fc.record({
    page: fc.integer({ min: 1, max: 4 }),
    seconds: fc.integer({ min: 0, max: 60 }),
    version: fc.integer({ min: 1, max: 3 }),
    /** How often the report is sent. */
    times: fc.integer({ min: 1, max: 3 }),
  })
  const history = async (
    steps: { page: number; seconds: number; version: number; times: number }[],
  ) => {
    const model = new Map<string, number>()
    const sending = steps.flatMap(({ page: number, seconds, version, times }) => {
      const key = `${version} ${number}`
      model.set(key, Math.max(model.get(key) ?? 0, seconds))
      const papers = [{ documentId: 'docket', version, pages: [{ page: number, seconds }] }]
      return Array.from({ length: times }, () =>
        api.call('member')(reportReading, { body: { papers } }),
      )
    })
    await Promise.all(sending)
    const stored = await api.ports.store.get('reading', `${uidOf(testPeople.member)}@docket`)
    const versions = stored?.['versions'] as { version: number; seconds: number[] }[]
    for (const [key, seconds] of model) {
      const [version, number] = key.split(' ').map(Number) as [number, number]
      const kept = versions.find((candidate) => candidate.version === version)?.seconds[number - 1]
      expect(kept ?? 0).toBeGreaterThanOrEqual(seconds)
    }
    await api.call('member')(eraseReading)
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), history), {
    numRuns: process.env['TEST_LONG'] ? 100 : 25,
  })
})

it('reads the same number of records for a quarter, no matter how much a person has read', async () => {
  const store = openSqliteStore({ path: ':memory:' })
  let read = 0
  const counting: DocumentStore = {
    ...store,
    get: (...given) => ((read += 1), store.get(...given)),
    async list(...many) {
      const page = await store.list(...many)
      read += page.documents.length
      return page
    },
  }
  const api = await testApi({ ports: { store: counting } })
  onTestFinished(() => api.close())
  const member = api.call('member')
  const reports = async (from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      await api.putPaper(`paper-${n}`)
      const papers = [{ documentId: `paper-${n}`, version: 1, pages: [], isRead: true }]
      await member(reportReading, { body: { papers } })
    }
  }
  const readsOf = async () => {
    read = 0
    await member(getReading, { query: { year: 2026, quarter: 4 } })
    return read
  }
  await reports(0, 25)
  const before = await readsOf()
  await reports(25, 75)
  expect(await readsOf()).toBe(before)
})

it('computes the pace of a person who read before the portal recorded their latest papers', async () => {
  const api = await testApi()
  onTestFinished(() => api.close())
  const uid = uidOf(testPeople.member)
  const sha256 = 'b'.repeat(64)
  await api.putPaper('budget', { sha256, pages: 4, text: 'made' })
  const page = 'word '.repeat(600)
  await api.ports.blobs.put(textKey(sha256), Buffer.from(JSON.stringify([page, page, page, page])))
  const versions = [{ version: 1, seconds: [120, 120, 120, 120], readAt: '2026-11-03T09:00:00Z' }]
  const record = { uid, documentId: 'budget', versions }
  await api.ports.store.create('reading', `${uid}@budget`, record)
  const member = api.call('member')
  const before = await member(getReading)
  expect(before.pace).not.toBe((await api.call('staff')(getReading)).pace)
  await api.putPaper('docket')
  const papers = [{ documentId: 'docket', version: 1, pages: [], isRead: true }]
  await member(reportReading, { body: { papers } })
  expect((await member(getReading, { query: { documentId: 'docket' } })).pace).toBe(before.pace)
})

it('merges reports of pages into the same record, in any order and however often they are sent', () => {
  const report = fc.record({
    version: fc.integer({ min: 1, max: 14 }),
    page: fc.integer({ min: 1, max: 3 }),
    seconds: fc.integer({ min: 0, max: 60 }),
    at: fc.integer({ min: 0, max: 9 }).map((second) => `2026-11-03T09:00:0${second}.000Z`),
  })
  type Report = typeof report extends fc.Arbitrary<infer T> ? T : never
  const merged = (reports: readonly Report[]) =>
    reports.reduce<ReadingRecord>(
      (record, { version, page, seconds, at }) =>
        withReport(record, { documentId: 'docket', version, pages: [{ page, seconds }] }, at),
      { uid: 'maria', documentId: 'docket', versions: [] },
    )
  const orders = fc.array(report, { maxLength: 20 }).chain((reports) => {
    const again = fc.subarray(reports)
    const whole = again.map((some) => [...reports, ...some])
    return fc.record({
      first: fc.constant(reports),
      other: whole.chain((all) => fc.shuffledSubarray(all, { minLength: all.length })),
    })
  })
  fc.assert(
    fc.property(orders, ({ first, other }) => {
      expect(merged(other)).toEqual(merged(first))
    }),
    { numRuns: 1000 },
  )
})

it('returns everything that is kept to the person themselves, and to nobody else', async () => {
  const api = await testApi()
  onTestFinished(() => api.close())
  await api.putPaper('docket', { version: 2, name: 'Docket.pdf' })
  const report = (version: number, seconds: number) => ({
    body: { papers: [{ documentId: 'docket', version, pages: [{ page: 2, seconds }] }] },
  })
  await api.call('member')(reportReading, report(1, 12))
  await api.call('member')(reportReading, report(2, 34))
  const takenAt = '2026-11-20T18:00:00.000Z'
  const taken = { uid: uidOf(testPeople.member), book: 'b', number: 2, takenAt, papers: [] }
  for (const meeting of ['2026-Q4', '2026-11-12-finance']) {
    await api.ports.store.create('taken_books', `${taken.uid}@${meeting}`, taken)
  }
  await api.ports.store.delete('documents', 'docket')
  const { isOn, papers, books } = await api.call('member')(exportReading)
  expect(isOn).toBe(true)
  // They aren't in the committee any more.
  expect(books).toEqual([
    { quarter: '2026-11-12-finance', number: 2, takenAt },
    { quarter: '2026-Q4', name: 'Q4 2026', number: 2, takenAt },
  ])
  expect(papers).toMatchObject([
    {
      documentId: 'docket',
      versions: [
        { version: 2, seconds: [0, 34] },
        { version: 1, seconds: [0, 12] },
      ],
    },
  ])
  expect(await api.call('staff')(exportReading)).toEqual({ isOn: true, papers: [], books: [] })
  expect(await api.call('admin')(exportReading)).toEqual({ isOn: true, papers: [], books: [] })
})
