import type { Call } from './client.ts'
import { expect, it } from 'vitest'
import { createReadingLog } from './use-reading-log.ts'

type Body = { papers: { documentId: string; pages: { page: number; seconds: number }[] }[] }

function recordedCall() {
  const reports: Body['papers'][] = []
  const state = { isDown: false, gone: '' }
  const call = (async (_: unknown, { body }: { body: Body }) => {
    if (state.isDown) throw new Error('offline')
    if (body.papers.some(({ documentId }) => documentId === state.gone)) {
      throw Object.assign(new Error('Document not found'), { name: 'ApiError', code: 'notFound' })
    }
    reports.push(body.papers)
  }) as unknown as Call
  return { call, reports, state }
}

const budget = { documentId: 'budget', version: 2 }

it('reports the total time of each page, and only changes', async () => {
  const { call, reports } = recordedCall()
  const log = createReadingLog(call)
  log.add(budget, [1, 2], 1)
  log.add(budget, [2], 1)
  expect(await log.send()).toBe(true)
  log.add(budget, [2], 1)
  await log.send()
  expect(await log.send()).toBe(false)
  expect(reports).toEqual([
    [
      {
        ...budget,
        pages: [
          { page: 1, seconds: 1 },
          { page: 2, seconds: 2 },
        ],
      },
    ],
    [{ ...budget, pages: [{ page: 2, seconds: 3 }] }],
  ])
})

it('keeps what the API did not receive until it does', async () => {
  const { call, reports, state } = recordedCall()
  const log = createReadingLog(call)
  state.isDown = true
  log.add(budget, [1], 1)
  expect(await log.send()).toBe(false)
  state.isDown = false
  log.add({ documentId: 'docket', version: 1 }, [4], 1)
  await log.send()
  expect(reports[0]?.map(({ documentId }) => documentId)).toEqual(['budget', 'docket'])
})

it('forgets a paper that is gone, and sends the others', async () => {
  const { call, reports, state } = recordedCall()
  const log = createReadingLog(call)
  state.gone = 'removed'
  log.add({ documentId: 'removed', version: 1 }, [1], 1)
  log.add(budget, [1], 1)
  await log.send()
  log.add(budget, [2], 1)
  await log.send()
  expect(reports).toEqual([
    [{ ...budget, pages: [{ page: 1, seconds: 1 }] }],
    [{ ...budget, pages: [{ page: 2, seconds: 1 }] }],
  ])
})

it('splits what is too much for one report', async () => {
  const { call, reports } = recordedCall()
  const log = createReadingLog(call)
  log.add(
    budget,
    Array.from({ length: 450 }, (_, at) => at + 1),
    1,
  )
  await log.send()
  expect(reports.map(([paper]) => paper?.pages.length)).toEqual([200, 200, 50])
})
