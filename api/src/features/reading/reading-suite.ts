import {
  eraseReading,
  exportReading,
  getReading,
  reportReading,
  setReading,
} from '@portal/contract/reading'
import { saveMapping } from '@portal/contract/mappings'
import { deleteUser } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Ports } from '../../ports.ts'
import { textKey } from '../documents/synced-documents-service.ts'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { readingCollection } from './stored-reading.ts'

/** Four pages of 110 words: half a minute each at the usual pace. */
const page = 'word '.repeat(110)
const text = Array.from({ length: 4 }, () => page)

const quarter = { query: { year: 2026, quarter: 4 } }

/** Devices that report at once wait for one another in the database, which takes long on a busy machine. */
const env = { REQUEST_TIME_LIMIT: '30000' }

/** Two instances of the portal on the same data; by default both use one database. */
type Instances = { here: Partial<Ports>; there?: Partial<Ports> }

/** Rules for reading on every set of adapters. `open` returns an empty one. */
export function readingSuite(suite: string, open: () => Promise<Instances>): void {
  describe(suite, () => {
    let api: TestApi
    /** Another instance of the portal. */
    let other: TestApi
    let clock = new Date('2026-11-03T09:00:00Z')

    beforeEach(async () => {
      clock = new Date('2026-11-03T09:00:00Z')
      const { here, there = here } = await open()
      api = await testApi({ env, now: () => clock, ports: here })
      other = await testApi({
        env,
        now: () => clock,
        ports: { ...there, blobs: api.ports.blobs },
      })
      await putPaper('budget')
      await putPaper('docket')
      const params = { id: 'meeting-2026-q4-consent-agenda' }
      const body = { documentId: 'budget' }
      await api.call('admin')(saveMapping, { params, body, revision: 'new' })
    })
    afterEach(async () => {
      await other.stop()
      if (other.ports.store !== api.ports.store) await other.ports.store.close()
      await api.close()
    })

    async function putPaper(id: string): Promise<void> {
      const sha256 = id.padEnd(64, '0')
      await api.putPaper(id, { sha256, pages: text.length, text: 'made' })
      await api.ports.blobs.put(textKey(sha256), Buffer.from(JSON.stringify(text)))
    }

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

      it('can be limited to one paper or to a quarter', async () => {
        const docket = { documentId: 'docket', version: 1, pages: [], isRead: true }
        await api.call('member')(reportReading, { body: { papers: [docket] } })
        const { papers } = await api.call('member')(getReading, quarter)
        expect(papers.map(({ documentId }) => documentId)).toEqual(['budget'])
        const ofPaper = await api.call('member')(getReading, { query: { documentId: 'docket' } })
        expect(ofPaper.papers).toMatchObject([
          { documentId: 'docket', isRead: true, minutesLeft: 0 },
        ])
        const meeting = { query: { meeting: '2026-Q4' } }
        expect((await api.call('member')(getReading, meeting)).papers).toEqual(papers)
        const ofOther = { query: { meeting: '2026-11-12-finance' } }
        expect((await api.call('member')(getReading, ofOther)).papers).toEqual([])
        const none = await api.call('member')(getReading, { query: { documentId: 'missing' } })
        expect(none.papers).toEqual([])
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

      it('ignores pages that the paper doesn’t have', async () => {
        await report([1, text.length + 1, 20_000])
        const { papers } = await api.call('member')(exportReading)
        expect(papers).toMatchObject([{ documentId: 'budget', versions: [{ seconds: [30] }] }])
      })

      it('merges entries for the same paper in one report', async () => {
        const seen = (number: number) => ({
          documentId: 'budget',
          version: 1,
          pages: [{ page: number, seconds: 30 }],
        })
        await api.call('member')(reportReading, { body: { papers: [seen(1), seen(2)] } })
        const stored = await api.ports.store.list(readingCollection.name)
        expect(stored.documents).toMatchObject([{ revision: 1, versions: [{ seconds: [30, 30] }] }])
      })

      it('refuses versions that don’t exist', async () => {
        const papers = [{ documentId: 'budget', version: 2, pages: [{ page: 1, seconds: 30 }] }]
        await expect(api.call('member')(reportReading, { body: { papers } })).rejects.toMatchObject(
          {
            code: 'notFound',
            message: '“budget.pdf” has no version 2.',
          },
        )
      })

      it('refuses papers that don’t exist, and leaves the others of the report out', async () => {
        const papers = ['budget', 'unknown'].map((documentId) => {
          return { documentId, version: 1, pages: [{ page: 1, seconds: 30 }] }
        })
        await expect(api.call('member')(reportReading, { body: { papers } })).rejects.toMatchObject(
          {
            code: 'notFound',
          },
        )
        const { papers: known } = await api.call('member')(getReading, quarter)
        expect(known).toMatchObject([{ documentId: 'budget', pages: [] }])
      })
    })

    describe('two devices at once', () => {
      it('keeps all that they report and mark, also through different instances', async () => {
        const devices = [api, other].map((instance) => instance.call('member'))
        await Promise.all(
          devices.flatMap((device, at) =>
            [1, 2, 3].map((round) => {
              const pages = [1 + at, 3 + at].map((number) => ({
                page: number,
                seconds: 10 * round,
              }))
              const papers = [
                { documentId: 'budget', version: 1, pages },
                {
                  documentId: 'docket',
                  version: 1,
                  pages: [],
                  ...(at === 0 ? { isRead: true } : {}),
                },
              ]
              return device(reportReading, { body: { papers } })
            }),
          ),
        )
        for (const device of devices) {
          expect((await device(getReading, {})).papers).toMatchObject([
            { documentId: 'budget', pages: [1, 2, 3, 4], isRead: true },
            { documentId: 'docket', isRead: true },
          ])
        }
      })

      it('lets both switch it on and off, and ends in the state that one of them requested', async () => {
        const devices = [api, other].map((instance) => instance.call('member'))
        for (const wanted of [
          [false, false],
          [true, false],
          [false, true],
        ]) {
          await Promise.all(
            devices.map((device, at) => device(setReading, { body: { isOn: wanted[at]! } })),
          )
          const { isOn } = await devices[0]!(getReading, {})
          expect(wanted).toContain(isOn)
        }
      })

      it('erases everything that was reported before, even if another device reports next', async () => {
        await report([1, 2])
        await Promise.all([
          other.call('member')(eraseReading),
          other.call('member')(eraseReading),
          report([3]),
        ])
        const { papers } = await api.call('member')(getReading, quarter)
        expect(papers[0]!.pages.filter((number) => number !== 3)).toEqual([])
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
  })
}
