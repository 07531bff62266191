import type { BoardBookState } from '@portal/contract/board-books'
import { setReading } from '@portal/contract/reading'
import { breakPath, renderRemote, withoutFiles } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import remote from '../remote.ts'
import {
  addPaper,
  answerBooks,
  apiWithBookPapers,
  firstBook,
  none,
  outdated,
  ready,
  secondBook,
} from './board-book-fixture.ts'
import { resizeTo } from './meetings-fixture.ts'

const quarter = '/meetings/2026/q/4'
const wholeRequest = 'POST {"notes":false,"changes":false}'
const making: BoardBookState = {
  state: 'making',
  progress: { done: 1, total: 3 },
  earlier: [],
}
const copy = { id: firstBook.id, number: 1, takenAt: '2026-11-10T20:00:00.000Z' }

type Showing = {
  path?: string
  as?: 'member' | 'admin'
  memberView?: 'member'
  api?: Awaited<ReturnType<typeof apiWithBookPapers>>
}

async function show(
  state: Parameters<typeof answerBooks>[1],
  { api, path = quarter, ...reader }: Showing = {},
) {
  const portal = api ?? (await apiWithBookPapers())
  const book = answerBooks(portal, state)
  return { ...(await renderRemote(remote, { path, api: portal, ...reader })), api: portal, book }
}

const card = () => screen.findByRole('region', { name: 'Board book' })
const button = async (name: string) => within(await card()).findByRole('button', { name })
const link = async (name: RegExp) => within(await card()).findByRole('link', { name })

beforeEach(() => {
  localStorage.clear()
  withoutFiles()
  resizeTo(1400)
})

describe.each([quarter, `${quarter}/agenda`])('the board book on %s', (path) => {
  it('says what it contains, downloads and prints it, and returns to the page where it was opened', async () => {
    const { location } = await show(ready, { path })
    expect(
      await within(await card()).findByText(
        'All 3 papers in one PDF · 21 pages · 12 MB · made 16 November',
      ),
    ).toBeTruthy()
    const address = '/meetings/book/2026/q/4'
    expect((await link(/^Open/)).getAttribute('href')).toBe(address)
    expect((await link(/^Print/)).getAttribute('href')).toBe(address)
    const download = await link(/^Download/)
    expect(download.getAttribute('href')).toBe(`/api/meetings/2026/4/book/${secondBook.id}/file`)
    expect(download.getAttribute('download')).toBe('Q4 2026 board book.pdf')
    await userEvent.click(await link(/^Open/))
    // The agenda’s page has a link back of its own.
    await userEvent.click(
      await screen.findByRole('link', { name: /^Back to (Q4 2026|the Agenda)$/ }),
    )
    await waitFor(() => expect(location()).toBe(path))
  })
})

it('doesn’t appear while the quarter has no papers', async () => {
  await show({ status: 404, error: 'There is nothing in Q4 2026 yet.' })
  await screen.findByRole('region', { name: 'Available Materials' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Board book' })).toBeNull())
})

describe('making it', () => {
  it('starts on request, shows its progress, and moves the focus to the book once it is ready', async () => {
    const { book } = await show(none)
    book.made = making
    const make = await button('Make the board book')
    expect(within(await card()).getByText(/^All papers in one PDF, in the order/)).toBeTruthy()
    await userEvent.click(make)
    const progress = await screen.findByRole('progressbar', { name: 'Copying paper 2 of 3' })
    expect(progress.getAttribute('value')).toBe(String(1 / 3))
    expect(make.getAttribute('aria-busy')).toBe('true')
    book.states['?notes=false&changes=false'] = ready
    const open = await link(/^Open/)
    await waitFor(() => expect(document.activeElement).toBe(open))
    expect(book.requests).toEqual([wholeRequest])
    expect(await screen.findByText('The board book is ready.')).toBeTruthy()
  })

  it('says why it failed, and tries again on request', async () => {
    const reason = 'There isn’t enough space for the board book.'
    const { book } = await show({ state: 'failed', reason, earlier: [] })
    expect((await within(await card()).findByText(reason)).closest('[role=alert]')).toBeTruthy()
    book.made = ready
    await userEvent.click(await button('Try Again'))
    expect(await link(/^Open/)).toBeTruthy()
    expect(screen.queryByText(reason)).toBeNull()
  })

  it('says that the server can’t be reached', async () => {
    const { api } = await show(none)
    const make = await button('Make the board book')
    breakPath(api, '/book', 0)
    await userEvent.click(make)
    const alert = await screen.findByText(/^Unable to connect to server/)
    expect(alert).toBeTruthy()
    expect(await button('Try Again')).toBeTruthy()
  })
})

it('shows an error while the server doesn’t answer, and recovers by Try Again', async () => {
  const api = await apiWithBookPapers()
  answerBooks(api, ready)
  const mend = breakPath(api, '/book', 0)
  await renderRemote(remote, { path: quarter, api })
  expect(await within(await card()).findByText('Failed to load the board book')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Available Materials' })).toBeTruthy()
  mend()
  await userEvent.click(await button('Try Again'))
  expect(await link(/^Open/)).toBeTruthy()
})

it('says how many papers changed since the book was made, keeps it readable, and updates it on request', async () => {
  const api = await apiWithBookPapers()
  await addPaper(api)
  const { book } = await show(outdated, { api })
  expect(
    await within(await card()).findByText('1 paper changed since this book was made.'),
  ).toBeTruthy()
  expect(await link(/^Open/)).toBeTruthy()
  book.made = { ...ready, book: { ...secondBook, number: 3, pages: 24 } }
  await userEvent.click(await button('Update'))
  expect(await within(await card()).findByText(/ · 24 pages · /)).toBeTruthy()
  expect(within(await card()).queryByText(/changed since/)).toBeNull()
  expect(book.requests).toEqual([wholeRequest])
})

describe('the options', () => {
  const choose = async (name: RegExp) => {
    await userEvent.click(await button('Options'))
    const box = await within(await card()).findByRole('checkbox', { name })
    return box as HTMLInputElement
  }
  const hintOf = (box: HTMLElement) =>
    document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent

  it('make a separate book with the reader’s notes', async () => {
    const { book } = await show(ready)
    const box = await choose(/^With my notes/)
    expect(hintOf(box)).toMatch(/Nobody else can open this book/)
    await userEvent.click(box)
    book.made = { state: 'ready', book: { ...secondBook, id: 'c'.repeat(64) }, earlier: [] }
    await userEvent.click(await button('Make the board book'))
    expect(
      await within(await card()).findByText(/^All 3 papers in one PDF, with your notes/),
    ).toBeTruthy()
    expect(book.requests).toEqual(['POST {"notes":true,"changes":false}'])
    expect((await link(/^Open/)).getAttribute('href')).toBe('/meetings/book/2026/q/4?notes=true')
  })

  it('limit the book to what changed since the reader’s copy', async () => {
    await show({ ...ready, copy })
    const box = await choose(/^Only what changed/)
    await waitFor(() => expect(box.disabled).toBe(false))
    expect(hintOf(box)).toBe('Your copy: book 1, of 10 November.')
    await userEvent.click(box)
    expect(await button('Make the board book')).toBeTruthy()
    expect(within(await card()).queryByRole('link', { name: /^Open/ })).toBeNull()
  })

  it('say why there are no changes without a copy', async () => {
    await show(ready)
    const box = await choose(/^Only what changed/)
    await waitFor(() => expect(hintOf(box)).toBe('You have no copy yet.'))
    expect(box.disabled).toBe(true)
    expect(screen.getByText(/^The whole book that you open or download is your copy/)).toBeTruthy()
  })

  it('say why there are no changes for a reader who has switched off keeping what they read', async () => {
    const api = await apiWithBookPapers()
    await api.call('member')(setReading, { body: { isOn: false } })
    await show(ready, { api })
    const box = await choose(/^Only what changed/)
    await waitFor(() => expect(hintOf(box)).toMatch(/^You have switched off keeping what you read/))
    expect(box.disabled).toBe(true)
    expect(screen.queryByText(/is your copy/)).toBeNull()
  })

  it('list the earlier books', async () => {
    const { location } = await show(ready)
    await userEvent.click(await button('Options'))
    await userEvent.click(await button('Earlier books'))
    const dialog = await screen.findByRole('dialog', { name: 'Earlier board books' })
    expect(within(dialog).getByText('19 pages · 12 MB · made 9 November')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('link', { name: 'Open book 1' }))
    await waitFor(() => expect(location()).toBe('/meetings/book/2026/q/4?number=1'))
  })
})

it('says whose it is, and requests nothing, for an admin who views the portal as a member', async () => {
  const api = await apiWithBookPapers()
  const { request } = api.app
  const paths: unknown[] = []
  api.app.request = (input, ...rest) => {
    paths.push(input)
    return request(input, ...rest)
  }
  await renderRemote(remote, { path: quarter, api, as: 'admin', memberView: 'member' })
  expect(await within(await card()).findByText(/belongs to the member who opens it/)).toBeTruthy()
  expect(paths.filter((path) => String(path).includes('/book'))).toEqual([])
})

it('records the book as the reader’s copy when they download it', async () => {
  const { book } = await show(ready)
  await userEvent.click(await link(/^Download/))
  await waitFor(() => expect(book.requests).toEqual([`PUT {"id":"${secondBook.id}"}`]))
})
