import type { Call } from '@portal/remote-kit/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { brokenRelease } from './failure-stage.ts'
import { createReport, type ReportingTab } from './report.ts'

const tab: ReportingTab = {
  session: '6f1b8f0e-3c53-4d8e-9a59-0d2c4f5b7a10',
  releases: new Map([['directory', '2.0.0-a']]),
}
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
    // The page may end with it.
    { keepalive: true },
  ])
})

it('passes each error to the foundation’s own error-reporting service, if there is one', () => {
  const captureException = vi.fn()
  vi.stubGlobal('errorReporter', { captureException })
  const report = open()
  const error = new Error('It broke')
  // Not limited like the log: the service has its own limits.
  for (let times = 0; times < 21; times += 1) report(error, { remote: 'meetings' })
  expect(captureException).toHaveBeenCalledTimes(21)
  expect(captureException).toHaveBeenCalledWith(error, { remote: 'meetings' })
  expect(call).toHaveBeenCalledTimes(20)
  vi.unstubAllGlobals()
})

it('names a route, and no address, for a release that is broken without an error', () => {
  const silent = { kind: 'empty' as const, route: '/meetings/:year' }
  const release = { name: 'meetings', release: '1.0.0-a' }
  open()(brokenRelease(release, 'showed nothing', silent), { remote: 'meetings' })
  expect(call.mock.calls[0]![1].body).toMatchObject({ kind: 'empty', path: '/meetings/:year' })
})

it('counts an error of a release for its team, but none without a release or an error', () => {
  const countError = vi.fn()
  const report = createReport(call as unknown as Call, { ...tab, countError })
  report(new Error('It broke'))
  const release = { name: 'meetings', release: '1.0.0-a' }
  const silent = { kind: 'empty' as const, route: '/meetings/:year' }
  report(brokenRelease(release, 'showed nothing', silent), {
    remote: 'meetings',
    release: '1.0.0-a',
  })
  expect(countError).not.toHaveBeenCalled()
  report(thrownIn('/remotes/meetings/1.0.0-b/container.4f.js'))
  expect(countError).toHaveBeenCalledExactlyOnceWith({
    remote: 'meetings',
    release: '1.0.0-b',
    message: 'Error: It broke',
    stack: expect.stringContaining('container.4f.js'),
  })
})

it.each([
  [
    'a refusal of the API',
    Object.assign(new Error('Ada Park has changed it'), { name: 'ApiError', code: 'stale' }),
    'ApiError: stale',
  ],
  ['a text that was thrown', 'the note about Ada', 'Something that is not an error was thrown'],
])('gives a team no words of %s', (_what, error, message) => {
  const countError = vi.fn()
  const report = createReport(call as unknown as Call, { ...tab, countError })
  report(error, { remote: 'meetings', release: '1.0.0-a' })
  expect(countError.mock.calls[0]![0]).toMatchObject({ message })
})

it('reports errors from before anything runs', () => {
  delete tab.composition
  open()('It broke')
  expect(call.mock.calls[0]![1].body).toEqual({
    message: 'It broke',
    path: location.pathname,
    session: tab.session,
  })
})

it.each([
  ['the remote that reports it', new Error('It broke'), { remote: 'directory' }, '2.0.0-a'],
  ['the file it names', thrownIn('/remotes/meetings/1.0.0-b/container.4f.js'), {}, '1.0.0-b'],
  [
    'that file rather than what runs by now',
    thrownIn('/remotes/directory/1.0.0-b/container.4f.js'),
    { remote: 'directory' },
    '1.0.0-b',
  ],
  ['nothing if it isn’t known', thrownIn('/assets/shell.4f.js'), {}, undefined],
])('identifies the release of an error by %s', (_, error, context, release) => {
  open()(error, context)
  expect(call.mock.calls[0]![1].body.release).toBe(release)
})

function thrownIn(path: string): Error {
  const stack = `Error: It broke\n    at draw (https://portal.example.org${path}:1:2)`
  return Object.assign(new Error('It broke'), { stack })
}

it('sends a limited number of reports', () => {
  const report = open()
  for (let times = 0; times < 30; times += 1) report(new Error('again'))
  expect(call).toHaveBeenCalledTimes(20)
})
