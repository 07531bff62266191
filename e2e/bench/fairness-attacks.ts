import { randomUUID } from 'node:crypto'
import { getBoardBook, makeBoardBook } from '@portal/contract/board-books'
import type { CallInput, Endpoint } from '@portal/contract/endpoint'
import { pathOf } from '@portal/domain/path-of'
import { getNotesList, getPaperWithNotes } from '@portal/contract/note-exports'
import { getNotes, noteLimits, type SavedNote, saveNotes } from '@portal/contract/notes'
import { getChanges } from '@portal/contract/paper-versions'
import { readingLimits, reportReading } from '@portal/contract/reading'
import { searchEverything } from '@portal/contract/search-everything'

/** A request that looks ordinary. `patience`: the sender's timeout in ms. */
export type Ask = {
  name: string
  method: string
  path: string
  body?: string
  patience: number
}

type World = {
  /** A paper of two versions, on whose first one the hostile member has as many notes as are allowed. */
  noted: string
  /** Papers of the quarter, each with an earlier version. */
  papers: readonly string[]
  quarter: { year: number; quarter: number }
}

/** How long a hostile member waits for an answer, in ms: as long as a browser, or hardly at all. */
const patient = 60_000
const impatient = 300

/** What a hostile member sends in turn from each connection: every heavy endpoint, with the largest data allowed. */
export function hostileAsks({ noted, papers, quarter }: World): ((n: number) => Ask)[] {
  const paper = (n: number) => papers[n % papers.length]!
  return [
    () => ask(getNotes, { params: { id: noted }, query: {} }, impatient),
    () => ask(getNotes, { params: { id: noted }, query: {} }),
    (n) => ask(getChanges, { params: { id: paper(n) }, query: {} }),
    (n) => ask(getChanges, { params: { id: paper(n) }, query: {} }, impatient),
    () => ask(getPaperWithNotes, { params: { id: noted }, query: {} }),
    () => ask(getPaperWithNotes, { params: { id: noted }, query: {} }, impatient),
    () => ask(getNotesList, { query: {} }),
    (n) => ask(makeBoardBook, { params: quarter, body: { notes: true, changes: n % 2 === 0 } }),
    () => ask(getBoardBook, { params: quarter, query: { notes: 'true' } as never }),
    (n) => ask(searchEverything, { query: { q: `committee budget ${n}`, kinds: 'note' } }),
    (n) => ask(saveNotes, { body: largestSave(paper(n)) }),
    (n) => ask(saveNotes, { body: oddSave(paper(n)) as never }),
    (n) => ask(reportReading, { body: largestReport(papers, n) }),
  ]
}

function ask<E extends Endpoint>(target: E, input: CallInput<E>, patience = patient): Ask {
  const { params, query, body } = input as {
    params?: Parameters<typeof pathOf>[1]
    query?: Parameters<typeof pathOf>[2]
    body?: unknown
  }
  const { method } = target
  return {
    name: `${method} ${target.path}${patience === patient ? '' : ', given up'}`,
    method,
    path: pathOf(target.path, params, query),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    patience,
  }
}

function largestSave(documentId: string) {
  const count = Math.floor(noteLimits.bytesPerSave / (noteLimits.text + 2000))
  const notes = Array.from({ length: count }, () => largeNote())
  return { documentId, erasures: 0, notes, removed: [] }
}

function largeNote(): SavedNote {
  return {
    id: randomUUID(),
    createdAt: new Date().toISOString(),
    color: 'yellow',
    text: 'committee '.repeat(noteLimits.text / 10),
    target: { version: 1, selector: [pageOf(1)] },
  }
}

/** Revisions and numbers that no honest device sends. */
function oddSave(documentId: string) {
  const base = { revision: Number.MAX_SAFE_INTEGER, color: 'yellow', text: '' }
  return { documentId, erasures: 0, notes: [{ ...largeNote(), base }], removed: [] }
}

function largestReport(papers: readonly string[], n: number) {
  const pages = Array.from({ length: readingLimits.pages }, (_, index) => ({
    page: index + 1 + (n % 1000),
    seconds: n % 86_400,
  }))
  const documentId = papers[n % papers.length]!
  return { papers: [{ documentId, version: 1, pages }] }
}

/** As many notes as fit in one save, on words of the page, for a paper's first version. */
export function notesOnWords(sentences: readonly string[], page: number): SavedNote[] {
  return sentences.map((exact) => ({
    id: randomUUID(),
    createdAt: new Date().toISOString(),
    color: 'green',
    text: 'Ask the committee about this.',
    target: {
      version: 1,
      selector: [pageOf(page), { type: 'TextQuoteSelector', exact, prefix: '', suffix: '' }],
    },
  }))
}

function pageOf(page: number) {
  return {
    type: 'FragmentSelector',
    conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
    value: `page=${page}`,
  } as const
}
