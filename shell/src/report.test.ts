import type { Call } from '@portal/contract/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReport, type ReportingTab } from './report.ts'

const tab: ReportingTab = { session: '6f1b8f0e-3c53-4d8e-9a59-0d2c4f5b7a10' }
let call: ReturnType<typeof vi.fn>
const open = () => createReport(call as unknown as Call, tab)

beforeEach(() => {
  call = vi.fn(async () => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

it('names the tab, what it runs, and the release that an error comes from', () => {
  tab.composition = 'meetings@1.0.0-a'
  open()(new Error('It broke'), { remote: 'meetings', release: '1.0.0-a' })
  expect(call.mock.calls[0]).toMatchObject([
    { path: '/api/reports' },
    {
      body: {
        message: 'Error: It broke',
        session: tab.session,
        composition: 'meetings@1.0.0-a',
        remote: 'meetings',
        release: '1.0.0-a',
      },
    },
    // The page may end by it.
    { keepalive: true },
  ])
})

it('tells of errors from before anything runs', () => {
  delete tab.composition
  open()('It broke')
  expect(call.mock.calls[0]![1].body).toEqual({
    message: 'It broke',
    path: location.pathname,
    session: tab.session,
  })
})

it('sends so many and no more', () => {
  const report = open()
  for (let times = 0; times < 30; times += 1) report(new Error('again'))
  expect(call).toHaveBeenCalledTimes(20)
})
