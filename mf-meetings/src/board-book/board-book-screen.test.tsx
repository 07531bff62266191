import { breakPath, renderRemote, withoutFiles } from '@portal/remote-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import remote from '../remote.ts'
import {
  addPaper,
  answerBooks,
  apiWithBookPapers,
  bookId,
  none,
  outdated,
  ready,
  secondBook,
} from '../shared/board-book-fixture.ts'
import { resizeTo } from '../shared/meetings-fixture.ts'

const quarter = '/meetings/2026/q/4'
const book = '/meetings/book/2026/q/4'
const taken = `PUT {"id":"${secondBook.id}"}`

async function show(state: Parameters<typeof answerBooks>[1], path = book) {
  const api = await apiWithBookPapers()
  const answered = answerBooks(api, state)
  return { ...(await renderRemote(remote, { path, api })), api, answered }
}

const title = () => screen.findByRole('heading', { level: 1, name: 'Q4 2026 board book' })
/** The test API has no files, so the viewer names the one that it failed to open. */
const opened = (name = 'Q4 2026 board book.pdf') => screen.findByText(`Document not found: ${name}`)

beforeEach(() => {
  localStorage.clear()
  withoutFiles()
  resizeTo(1400)
})

describe('the newest book', () => {
  it('fills the page, and becomes the reader’s copy', async () => {
    const { answered } = await show(ready)
    expect(await title()).toBeTruthy()
    expect(await opened()).toBeTruthy()
    await waitFor(() => expect(answered.requests).toEqual([taken]))
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
  })

  it('opens the portal’s search from its own bar', async () => {
    await show(ready)
    expect(await screen.findByRole('button', { name: 'Search the portal' })).toBeTruthy()
  })

  it('isn’t recorded again while it is the reader’s copy', async () => {
    const copy = { id: secondBook.id, number: 2, takenAt: '2026-11-17T20:00:00.000Z' }
    const { answered } = await show({ ...ready, copy })
    await opened()
    expect(answered.requests).toEqual([])
  })

  it.each([book, `${book}?number=1`])(
    'isn’t opened at %s by an admin who views the portal as a member',
    async (path) => {
      const api = await apiWithBookPapers()
      const answered = answerBooks(api, ready)
      await renderRemote(remote, { path, api, as: 'admin', memberView: 'member' })
      expect(await screen.findByText(/belongs to the member who opens it/)).toBeTruthy()
      expect(answered.requests).toEqual([])
    },
  )

  it('links back to the list if it was opened by its address', async () => {
    await show(ready)
    const back = await screen.findByRole('link', { name: 'Back to Q4 2026' })
    expect(back.getAttribute('href')).toBe(quarter)
  })

  it('stays open until the reader opens the updated one', async () => {
    const api = await apiWithBookPapers()
    await addPaper(api)
    const answered = answerBooks(api, outdated)
    await renderRemote(remote, { path: book, api })
    await opened()
    expect(await screen.findByText('1 paper changed since this book was made.')).toBeTruthy()
    answered.made = { ...ready, book: { ...secondBook, id: bookId('d'), number: 3 } }
    await userEvent.click(screen.getByRole('button', { name: 'Update' }))
    expect(await screen.findByText('The updated book is ready.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Open it' }))
    await waitFor(() => expect(screen.queryByText('The updated book is ready.')).toBeNull())
    expect(answered.requests).toContain(`PUT {"id":"${bookId('d')}"}`)
  })

  it('stays readable when the updated one can’t be made', async () => {
    const { answered } = await show(outdated)
    await opened()
    answered.made = { ...outdated, state: 'failed', reason: 'The papers can’t be read right now.' }
    await userEvent.click(await screen.findByRole('button', { name: 'Update' }))
    expect(await screen.findByText('The papers can’t be read right now.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    expect(await opened()).toBeTruthy()
  })
})

describe('a page of the book', () => {
  it('opens its paper at the same page, whose Back returns to the book’s page', async () => {
    const { location } = await show(ready, `${book}?page=6`)
    expect(await screen.findByText('Budget vs Actual, page 3 of 12')).toBeTruthy()
    await userEvent.click(
      await screen.findByRole('link', { name: /^Open this paper ?: Budget vs Actual$/ }),
    )
    await waitFor(() => expect(location()).toBe(`${quarter}?material=budget-vs-actual&page=3`))
    await userEvent.click(await screen.findByRole('link', { name: 'Back to the Board book' }))
    await waitFor(() => expect(location()).toBe(`${book}?page=6`))
  })

  it('opens the version that is in the book', async () => {
    const parts = secondBook.parts.map((part) => ({ ...part, version: 3 }))
    await show({ ...ready, book: { ...secondBook, parts } }, `${book}?page=4`)
    const open = await screen.findByRole('link', { name: /^Open this paper/ })
    expect(open.getAttribute('href')).toBe(`${quarter}?material=budget-vs-actual&page=1&version=3`)
  })

  it('opens the paper that a placeholder replaces', async () => {
    await show(ready, `${book}?page=16`)
    const open = await screen.findByRole('link', { name: /^Open this paper ?: Grants in numbers$/ })
    expect(open.getAttribute('href')).toBe(`${quarter}?material=airtable-data`)
  })

  it('offers no paper on the contents page', async () => {
    await show(ready, `${book}?page=2`)
    await opened()
    expect(screen.queryByRole('link', { name: /^Open this paper/ })).toBeNull()
  })
})

it('lists the book’s papers with their pages, and why a paper is missing', async () => {
  await show(ready)
  await userEvent.click(await screen.findByRole('button', { name: 'About this book' }))
  const details = await screen.findByRole('complementary', { name: 'About this book' })
  expect(within(details).getByText('Book 2.')).toBeTruthy()
  expect(within(details).getByText('Page 16: This is shown from another site.')).toBeTruthy()
  const papers = within(details).getAllByRole('link')
  expect(papers.map(({ textContent }) => textContent)).toEqual([
    'Budget vs Actual',
    'Grants in numbers',
    'Cash Flow Summary',
  ])
})

it('leads from the list of its papers to one of them, whose Back leads to the reader’s page', async () => {
  const { location } = await show(ready, `${book}?page=6`)
  await userEvent.click(await screen.findByRole('button', { name: 'About this book' }))
  const details = await screen.findByRole('complementary', { name: 'About this book' })
  await userEvent.click(within(details).getByRole('link', { name: 'Cash Flow Summary' }))
  await waitFor(() => expect(location()).toBe(`${quarter}?material=cash-flow-summary`))
  await userEvent.click(await screen.findByRole('link', { name: 'Back to the Board book' }))
  await waitFor(() => expect(location()).toBe(`${book}?page=6`))
})

it('offers to make a book that doesn’t exist yet, and opens it once it is made', async () => {
  const { answered } = await show(none)
  expect(await screen.findByText('This board book hasn’t been made yet')).toBeTruthy()
  answered.made = { ...none, state: 'making', progress: { done: 0, total: 2 } }
  await userEvent.click(screen.getByRole('button', { name: 'Make the board book' }))
  expect(await screen.findByRole('progressbar', { name: 'Copying paper 1 of 2' })).toBeTruthy()
  answered.states['?notes=false&changes=false'] = ready
  expect(await opened()).toBeTruthy()
})

it('shows the server’s reason for not having a book', async () => {
  const error = 'You have no copy of the board book of Q4 2026 yet.'
  const { answered, go } = await show(ready)
  answered.states['?notes=false&changes=true'] = { status: 404, error }
  await go(`${book}?changes=true`)
  expect(await screen.findByText(error)).toBeTruthy()
})

it('shows an error while the server can’t be reached, and recovers by Try Again', async () => {
  const api = await apiWithBookPapers()
  answerBooks(api, ready)
  const mend = breakPath(api, '/book', 0)
  await renderRemote(remote, { path: book, api })
  expect(await screen.findByText('Failed to load the board book')).toBeTruthy()
  mend()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await opened()).toBeTruthy()
})

describe('an earlier book', () => {
  it('says that it isn’t the newest, and links to the newest', async () => {
    const { location, answered } = await show(ready, `${book}?number=1`)
    expect(await screen.findByText('You are reading book 1 of 2.')).toBeTruthy()
    expect(answered.requests).toEqual([])
    await userEvent.click(screen.getByRole('link', { name: 'Open the newest book' }))
    await waitFor(() => expect(location()).toBe(book))
  })

  it('opens the papers that it contains, and returns to itself', async () => {
    const { location } = await show(ready, `${book}?number=1&page=18`)
    expect(await screen.findByText('Cash Flow Summary, page 2 of 3')).toBeTruthy()
    await userEvent.click(
      await screen.findByRole('link', { name: /^Open this paper ?: Cash Flow Summary$/ }),
    )
    await waitFor(() => expect(location()).toBe(`${quarter}?material=cash-flow-summary&page=2`))
    await userEvent.click(await screen.findByRole('link', { name: 'Back to the Board book' }))
    await waitFor(() => expect(location()).toBe(`${book}?number=1&page=18`))
  })

  it('says that it is no longer kept', async () => {
    await show(ready, `${book}?number=7`)
    expect(await screen.findByText('This board book isn’t kept any more')).toBeTruthy()
  })
})

describe('from a paper or an agenda item to the book', () => {
  it('goes from a paper to its first page in the book, and back', async () => {
    const { location } = await show(ready, `${quarter}?material=cash-flow-summary`)
    // What is below a paper is made again with what its pages turn out to be: here, a file that is missing.
    await screen.findByText('Error Loading Document')
    const name = 'In the board book, page 17'
    await userEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(location()).toBe(`${book}?page=17`))
    await userEvent.click(await screen.findByRole('link', { name: 'Back to the Paper' }))
    await waitFor(() => expect(location()).toBe(`${quarter}?material=cash-flow-summary`))
  })

  it('goes from an agenda item to its first paper in the book, and back', async () => {
    const { location } = await show(ready, `${quarter}/agenda`)
    const links = await screen.findAllByRole('link', { name: /^In the board book/ })
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'In the board book, page 4: Budget vs Actual',
    ])
    await userEvent.click(links[0]!)
    await waitFor(() => expect(location()).toBe(`${book}?page=4`))
    await userEvent.click(await screen.findByRole('link', { name: 'Back to the Agenda' }))
    await waitFor(() => expect(location()).toBe(`${quarter}/agenda`))
  })
})
