import type { Call } from '@portal/remote-kit/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchForUpdates } from './portal-app.tsx'

const minutes = (many: number) => many * 60_000
const own = { composition: { id: 'meetings@1.0.0-a', remotes: [] }, shell: 'one' }

let answer: typeof own
let call: ReturnType<typeof vi.fn>
let onChange: ReturnType<typeof vi.fn<(isNewer: boolean) => void>>
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  answer = own
  call = vi.fn(async () => answer)
  onChange = vi.fn()
  stop = watchForUpdates({ call: call as unknown as Call, running: own, onChange })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (many: number) => vi.advanceTimersByTimeAsync(minutes(many))
const returnToTab = async () => {
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
}

it('requests nothing while the page is new', async () => {
  await pass(4)
  expect(call).not.toHaveBeenCalled()
})

it('announces nothing while the composition is unchanged', async () => {
  await pass(20)
  expect(call).toHaveBeenCalledTimes(4)
  expect(onChange).not.toHaveBeenCalled()
})

it.each([
  ['release', { ...own, composition: { id: 'meetings@1.0.0-b', remotes: [] } }],
  ['shell', { ...own, shell: 'two' }],
])('announces a newer %s once', async (_, newer) => {
  answer = newer
  await pass(15)
  expect(onChange.mock.calls).toEqual([[true]])
})

it('withdraws the notice when the tab’s own composition is current again', async () => {
  answer = { ...own, shell: 'two' }
  await pass(5)
  answer = own
  await pass(5)
  expect(onChange.mock.calls).toEqual([[true], [false]])
})

it('checks when the reader returns to the tab, unless it has just done so', async () => {
  await returnToTab()
  expect(call).not.toHaveBeenCalled()
  await pass(2)
  await returnToTab()
  await returnToTab()
  expect(call).toHaveBeenCalledOnce()
})

it('requests nothing while the tab is hidden', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await pass(60)
  expect(call).not.toHaveBeenCalled()
})

it('tries again later when it got no response', async () => {
  call.mockRejectedValueOnce(new Error('down'))
  answer = { ...own, shell: 'two' }
  await pass(10)
  expect(onChange.mock.calls).toEqual([[true]])
})

it('stops with the page', async () => {
  stop()
  await pass(20)
  expect(call).not.toHaveBeenCalled()
})
