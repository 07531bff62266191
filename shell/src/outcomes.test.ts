import type { Call } from '@portal/remote-kit/client'
import type { ComposedRelease } from '@portal/contract/releases'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { brokenRelease } from './failure-stage.ts'
import { createOutcomes } from './outcomes.ts'

const release = { name: 'meetings', release: '1.0.0-a' } as ComposedRelease
const other = { name: 'directory', release: '2.0.0-a' } as ComposedRelease
const session = '6f1b8f0e-3c53-4d8e-9a59-0d2c4f5b7a10'

let call: ReturnType<typeof vi.fn>
const open = () =>
  createOutcomes({ call: call as unknown as Call, session, composition: 'meetings@1.0.0-a' })
const reported = () => call.mock.calls.flatMap(([, { body }]) => body.outcomes)

beforeEach(() => {
  vi.useFakeTimers()
  call = vi.fn(async () => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('reports several outcomes together after a while', () => {
  const outcomes = open()
  outcomes.good(release)
  outcomes.failed(other, new Error('threw'), 'start')
  expect(call).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(call).toHaveBeenCalledOnce()
  expect(call.mock.calls[0]).toMatchObject([
    { path: '/api/outcomes' },
    {
      body: {
        session,
        composition: 'meetings@1.0.0-a',
        outcomes: [
          { remote: 'meetings', release: '1.0.0-a', outcome: 'good' },
          {
            remote: 'directory',
            release: '2.0.0-a',
            outcome: 'failed',
            stage: 'start',
            message: 'Error: threw',
          },
        ],
      },
    },
    { keepalive: true },
  ])
})

it('reports errors for a release’s team together with its outcomes, ten at a time', () => {
  const outcomes = open()
  const error = { remote: 'meetings', release: '1.0.0-a', message: 'Error: threw' }
  outcomes.good(release)
  for (let times = 0; times < 11; times += 1) outcomes.error(error)
  vi.runAllTimers()
  expect(call).toHaveBeenCalledOnce()
  const { body } = call.mock.calls[0]![1] as { body: { errors: unknown[] } }
  expect(body).toMatchObject({ outcomes: [{ outcome: 'good' }] })
  expect(body.errors).toEqual(Array.from({ length: 10 }, () => error))
  vi.runAllTimers()
  expect(call).toHaveBeenCalledOnce()
})

it('names the preview that the tab runs', () => {
  const preview = 'a'.repeat(64)
  const usual = { call: call as unknown as Call, session, composition: 'meetings@1.0.0-a' }
  createOutcomes({ ...usual, preview }).good(release)
  vi.runAllTimers()
  expect(call.mock.calls[0]![1].body.preview).toBe(preview)
})

it('reports a release at most once as good and once as failed', () => {
  const outcomes = open()
  for (let times = 0; times < 3; times += 1) {
    outcomes.good(release)
    outcomes.failed(release, new Error('threw'), 'render')
    vi.runAllTimers()
  }
  expect(reported().map(({ outcome }) => outcome)).toEqual(['good', 'failed'])
})

it('names the kind and the route of a failure without an error', () => {
  const route = '/meetings/:year/q/:quarter'
  const error = brokenRelease(release, 'rendered without end', { kind: 'runaway', route })
  open().failed(release, error, 'render')
  vi.runAllTimers()
  expect(reported()).toEqual([
    {
      remote: 'meetings',
      release: '1.0.0-a',
      outcome: 'failed',
      stage: 'render',
      message: 'Error: meetings@1.0.0-a rendered without end',
      kind: 'runaway',
      route,
    },
  ])
})

it('reports at once when the page ends', () => {
  open().good(release)
  dispatchEvent(new Event('pagehide'))
  expect(reported()).toHaveLength(1)
  vi.runAllTimers()
  expect(call).toHaveBeenCalledOnce()
})

it('blames no release for a device that is offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  open().failed(release, new Error('didn’t come'), 'download')
  vi.runAllTimers()
  expect(call).not.toHaveBeenCalled()
})

it('ignores a failed report', async () => {
  call.mockRejectedValue(new Error('down'))
  open().good(release)
  await vi.runAllTimersAsync()
  expect(call).toHaveBeenCalledOnce()
})
