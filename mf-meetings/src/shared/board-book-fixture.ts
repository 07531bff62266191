import { testApi, type TestApi } from '@portal/api/testing'
import type { BoardBook, BoardBookState } from '@portal/contract/board-books'
import { keepDocument, mapSlot } from '@portal/remote-kit/testing'
import { keepAgenda, leadToAgenda } from './meetings-fixture.ts'

/** Makes a book's id from a letter. */
export const bookId = (letter: string) => letter.repeat(64)

/** A book of two papers, and a placeholder for a third. */
export const secondBook: BoardBook = {
  id: bookId('b'),
  number: 2,
  madeAt: '2026-11-16T20:00:00.000Z',
  pages: 21,
  size: 12_300_000,
  sha256: bookId('0'),
  parts: [
    { kind: 'cover', title: 'Cover', page: 1, pages: 1 },
    { kind: 'contents', title: 'Contents', page: 2, pages: 1 },
    { kind: 'agenda', title: 'Agenda', page: 3, pages: 1 },
    {
      kind: 'paper',
      title: 'Budget vs Actual',
      page: 4,
      pages: 12,
      itemId: 'budget',
      materialType: 'budget-vs-actual',
      documentId: 'budget',
      version: 1,
    },
    {
      kind: 'placeholder',
      title: 'Grants in numbers',
      page: 16,
      pages: 1,
      materialType: 'airtable-data',
      reason: 'This is shown from another site.',
    },
    {
      kind: 'paper',
      title: 'Cash Flow Summary',
      page: 17,
      pages: 5,
      materialType: 'cash-flow-summary',
      documentId: 'cash',
      version: 1,
    },
  ],
}

/** The same book without the last paper's last two pages. */
export const firstBook: BoardBook = {
  ...secondBook,
  id: bookId('a'),
  number: 1,
  pages: 19,
  madeAt: '2026-11-09T20:00:00.000Z',
  parts: secondBook.parts.map((part) => (part.page === 17 ? { ...part, pages: 3 } : part)),
}

export const none: BoardBookState = { state: 'none', earlier: [] }
export const ready: BoardBookState = { state: 'ready', book: secondBook, earlier: [firstBook] }
/** Papers have changed since the second book. */
export const outdated: BoardBookState = { ...ready, state: 'none' }

/** A portal with the papers of the second book. */
export async function apiWithBookPapers(): Promise<TestApi> {
  const api = await testApi()
  await keepAgenda(api)
  await leadToAgenda(api)
  for (const [id, pages] of [
    ['budget', 12],
    ['cash', 5],
  ] as const) {
    await api.putPaper(id, { pages, version: 1 })
  }
  await mapSlot(api, 'meeting-2026-q4-budget-vs-actual', { documentId: 'budget' })
  await mapSlot(api, 'meeting-2026-q4-cash-flow-summary', { documentId: 'cash' })
  const embed = { embedUrl: 'https://airtable.com/embed/x', embedType: 'airtable' } as const
  await mapSlot(api, 'meeting-2026-q4-airtable-data', { ...embed, title: 'Grants in numbers' })
  return api
}

/** Adds a paper that the second book doesn't have. */
export async function addPaper(api: TestApi): Promise<void> {
  await keepDocument(api, 'new', 3)
  await mapSlot(api, 'meeting-2026-q4-budget-update', { documentId: 'new' })
}

type Refusal = { status: number; error: string }

export type AnsweredBook = {
  /** States by query: for the shared book, and for books with options. */
  states: Record<string, BoardBookState | Refusal>
  /** The state after the book has been requested. */
  made: BoardBookState | Refusal
  /** The received requests: `POST {"notes":false,"changes":false}`. */
  requests: string[]
}

const whole = '?notes=false&changes=false'

/** Answers board-book requests with fixed states, so that each state can last; other requests reach the API. */
export function answerBooks(api: TestApi, state: BoardBookState | Refusal): AnsweredBook {
  const book: AnsweredBook = { states: { [whole]: state }, made: state, requests: [] }
  const { request } = api.app
  api.app.request = async (input, init) => {
    const url = new URL(typeof input === 'string' ? input : '', 'http://portal.example')
    const isCopy = url.pathname.endsWith('/book/copy')
    if (!isCopy && !url.pathname.endsWith('/book')) return request(input, init)
    const method = init?.method ?? 'GET'
    if (method === 'GET') return answerOf(book.states[url.search] ?? none)
    const body = init?.body as string
    book.requests.push(`${method} ${body}`)
    if (isCopy) return answerOf(taken(book, (JSON.parse(body) as { id: string }).id))
    const { notes, changes } = JSON.parse(body) as { notes: boolean; changes: boolean }
    if (!('status' in book.made)) {
      book.states[`?notes=${notes}&changes=${changes}`] = book.made
    }
    return answerOf(book.made)
  }
  return book
}

function taken({ states }: AnsweredBook, id: string): BoardBookState | Refusal {
  const state = states[whole]!
  if ('status' in state) return state
  states[whole] = { ...state, copy: { id, number: 2, takenAt: '2026-11-17T20:00:00.000Z' } }
  return states[whole]
}

function answerOf(answer: BoardBookState | Refusal): Response {
  if (!('status' in answer)) return Response.json(answer)
  const { status, error } = answer
  const code = status === 404 ? 'notFound' : 'unavailable'
  const problem = { type: 'about:blank', title: error, status, detail: error, code, error }
  return Response.json({ ...problem, requestId: 'test' }, { status })
}
