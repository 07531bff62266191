import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { composedRelease } from '../composed-release-fixture.ts'
import { TabNotices } from '../frame/portal-frame.tsx'
import { followBuilds, showDevError } from './dev-errors.tsx'
import { remoteChanged } from './override-request.ts'

const base = 'http://localhost:3011/'
const news = composedRelease({ name: 'news', release: 'dev', base, dev: true })

beforeAll(() => followBuilds([news]))
beforeEach(() => void render(<TabNotices />))
afterEach(() => {
  dispatchEvent(new Event(remoteChanged))
  cleanup()
  vi.restoreAllMocks()
})

/** What the dev server's client posts to the page. */
const post = (type: string, data?: string[]) =>
  dispatchEvent(new MessageEvent('message', { source: window, data: { type, data } }))

it('shows what doesn’t compile until it does', async () => {
  post('webpackErrors', ['ERROR in ./src/news.tsx\nExpected ; at line 3'])
  expect((await screen.findByRole('alert')).textContent).toContain('Expected ; at line 3')
  post('webpackErrors', ['ERROR in ./src/news.tsx\nExpected ) at line 4'])
  expect((await screen.findByText(/line 4/)).closest('[role=alert]')?.textContent).not.toContain(
    'line 3',
  )
  post('webpackOk')
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('ignores messages of other windows', () => {
  const data = { type: 'webpackErrors', data: ['From elsewhere'] }
  dispatchEvent(new MessageEvent('message', { source: null, data }))
  expect(screen.queryByRole('alert')).toBeNull()
})

/** An error thrown in the release's script. */
function thrown(): Error {
  const error = new TypeError('news is undefined')
  error.stack = `TypeError: news is undefined\n    at Component (${base}container.js:120:7)\n    at render`
  return error
}

it('shows an error of a screen with the lines of its source, until it is closed', async () => {
  const frame = { source: 'src/news-screen.tsx', line: 9, text: '> 9 | news.map(show)' }
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(frame))
  await showDevError(news, thrown())
  const { textContent } = await screen.findByRole('alert')
  expect(textContent).toContain('news has failed')
  expect(textContent).toContain('TypeError: news is undefined\n\nsrc/news-screen.tsx:9\n> 9 |')
  expect(fetched.mock.calls[0]![0]).toBe(`${base}code-frame?file=container.js&line=120&column=7`)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows an uncaught error with its stack if the server doesn’t know the source', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}, { status: 404 }))
  dispatchEvent(Object.assign(new Event('error'), { error: thrown() }))
  expect((await screen.findByRole('alert')).textContent).toContain('at Component (http://localhost')
})
