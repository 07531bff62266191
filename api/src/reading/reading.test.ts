import { eraseReading, getReading, reportReading, setReading } from '@portal/contract/reading'
import { saveMapping } from '@portal/contract/mappings'
import { deleteUser } from '@portal/contract/users'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { textKey } from '../documents/synced-documents-service.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../testing.ts'

let api: TestApi
let clock = new Date('2026-11-03T09:00:00Z')

/** Four pages of 110 words: half a minute each at the usual pace. */
const page = 'word '.repeat(110)
const text = Array.from({ length: 4 }, () => page)

beforeEach(async () => {
  clock = new Date('2026-11-03T09:00:00Z')
  api = await testApi({ now: () => clock })
  await putPaper('budget')
  await putPaper('docket')
  const params = { id: 'meeting-2026-q4-consent-agenda' }
  const body = { documentId: 'budget' }
  await api.call('admin')(saveMapping, { params, body, revision: 'new' })
})
afterEach(() => api.close())

async function putPaper(id: string): Promise<void> {
  const sha256 = id.padEnd(64, '0')
  await api.putPaper(id, { sha256, pages: text.length, text: 'made' })
  await api.ports.blobs.put(textKey(sha256), Buffer.from(JSON.stringify(text)))
}

const quarter = { query: { year: 2026, quarter: 4 } }

function report(pages: number[], seconds = 30, as: 'member' | 'staff' = 'member') {
  const seen = pages.map((number) => ({ page: number, seconds }))
  const papers = [{ documentId: 'budget', version: 1, pages: seen }]
  return api.call(as)(reportReading, { body: { papers } })
}

describe('what a person has read', () => {
  it('starts with the papers of a quarter and the minutes that they take', async () => {
    expect(await api.call('member')(getReading, quarter)).toEqual({
      isOn: true,
      pace: 220,
      papers: [{ documentId: 'budget', pages: [], isRead: false, minutesLeft: 2 }],
    })
  })

  it('keeps pages, version and time, on all of their devices', async () => {
    await report([1, 2])
    await report([2, 3], 5)
    const { papers } = await api.call('member')(getReading, quarter)
    expect(papers).toEqual([
      {
        documentId: 'budget',
        version: 1,
        readAt: clock.toISOString(),
        pages: [1, 2],
        isRead: false,
        minutesLeft: 1,
      },
    ])
  })

  it('counts a paper as read once every page was', async () => {
    await report([1, 2, 3, 4])
    const { papers } = await api.call('member')(getReading, {})
    expect(papers).toMatchObject([{ documentId: 'budget', isRead: true, minutesLeft: 0 }])
  })

  it('follows marks by hand, read and unread', async () => {
    const mark = (isRead: boolean) => {
      const papers = [{ documentId: 'budget', version: 1, pages: [], isRead }]
      return api.call('member')(reportReading, { body: { papers } })
    }
    await mark(true)
    const { papers } = await api.call('member')(getReading, quarter)
    expect(papers).toMatchObject([{ isRead: true, minutesLeft: 0 }])
    await report([1])
    await mark(false)
    const { papers: again } = await api.call('member')(getReading, quarter)
    expect(again).toMatchObject([{ isRead: false, pages: [], minutesLeft: 2 }])
  })

  it('measures their own pace', async () => {
    // 110 words in 60 seconds, half the usual pace.
    await report([1, 2, 3, 4], 60)
    const { pace } = await api.call('member')(getReading, {})
    expect(pace).toBeLessThan(220)
  })

  it('refuses papers that don’t exist, and leaves the others of the report out', async () => {
    const papers = ['budget', 'unknown'].map((documentId) => {
      return { documentId, version: 1, pages: [{ page: 1, seconds: 30 }] }
    })
    await expect(api.call('member')(reportReading, { body: { papers } })).rejects.toMatchObject({
      code: 'notFound',
    })
    const { papers: known } = await api.call('member')(getReading, quarter)
    expect(known).toMatchObject([{ documentId: 'budget', pages: [] }])
  })
})

describe('reading is private', () => {
  it('shows nobody what another person has read', async () => {
    await report([1, 2])
    for (const as of ['staff', 'admin'] as const) {
      const { papers } = await api.call(as)(getReading, quarter)
      expect(papers).toMatchObject([{ documentId: 'budget', pages: [] }])
    }
  })

  it('leaves no trace in the audit, in logs and in metrics', async () => {
    const before = await api.ports.store.list('audit')
    await report([1, 2])
    await api.call('member')(getReading, quarter)
    await api.call('member')(setReading, { body: { isOn: false } })
    await api.call('member')(eraseReading)
    await api.stop()
    expect(await api.ports.store.list('audit')).toEqual(before)
    expect(api.logged.filter((line) => line.includes('budget'))).toEqual([])
    const metrics = await (await api.request('/metrics')).text()
    expect(metrics).not.toContain('budget')
  })

  it('stays with its person: collections hold it under their uid alone', async () => {
    await report([1, 2])
    const { documents } = await api.ports.store.list('reading')
    expect(documents.map(({ id }) => id)).toEqual([`${uidOf(testPeople.member)}@budget`])
  })

  it('isn’t kept while its person has switched it off, and is erased when they ask', async () => {
    await report([1])
    await api.call('member')(setReading, { body: { isOn: false } })
    await report([2])
    const off = await api.call('member')(getReading, quarter)
    expect(off).toMatchObject({ isOn: false, papers: [{ pages: [1] }] })
    await api.call('member')(eraseReading)
    await api.call('member')(eraseReading)
    const erased = await api.call('member')(getReading, quarter)
    expect(erased).toMatchObject({ isOn: false, papers: [{ pages: [] }] })
    expect((await api.ports.store.list('reading')).documents).toEqual([])
  })

  it('disappears with its person’s account', async () => {
    await report([1])
    await api.call('member')(setReading, { body: { isOn: true } })
    await api.call('admin')(deleteUser, { params: { uid: uidOf(testPeople.member) } })
    for (const collection of ['reading', 'reading_settings']) {
      expect((await api.ports.store.list(collection)).documents).toEqual([])
    }
  })
})

it('loses no page, whichever device reports when and how often', async () => {
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
      const kept = versions.find((one) => one.version === version)?.seconds[number - 1]
      expect(kept ?? 0).toBeGreaterThanOrEqual(seconds)
    }
    await api.call('member')(eraseReading)
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), history), {
    numRuns: 100,
  })
})
