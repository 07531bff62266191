import { describe, expect, it } from 'vitest'
import { type notedPaper, notedPapers, placedNotes } from './listed-notes.ts'

type ListedNote = Parameters<typeof notedPapers>[0][number]
type Note = ListedNote['note']
type NotesOfPaper = NonNullable<Parameters<typeof notedPaper>[1]>
type PlacedNote = NotesOfPaper['notes'][number]
type NotePlace = PlacedNote['place']

function target(version: number, page: number, exact: string): Note['target'] {
  const selector: Note['target']['selector'] = [
    {
      type: 'FragmentSelector',
      conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
      value: `page=${page}`,
    },
    { type: 'TextQuoteSelector', exact, prefix: '', suffix: '' },
  ]
  return { version, selector }
}

function noteOf(other: Partial<Note> = {}): Note {
  return {
    id: 'a',
    documentId: 'budget',
    color: 'yellow',
    text: '',
    target: target(1, 4, 'first words'),
    ...other,
  }
}

const listed = (note: Note): ListedNote => {
  return { note, paper: 'Budget', isThere: true, quarters: [{ year: 2026, quarter: 4 }] }
}

const placedIn = (version: number, ...notes: PlacedNote[]): NotesOfPaper => {
  return { version, notes }
}

function entryOf(note: Note, place?: NotePlace) {
  const shown = placedIn(3, { note, ...(place ? { place } : {}) })
  return notedPapers([listed(note)], new Map([['budget', shown]]))[0]!.notes[0]
}

describe('a note of the list', () => {
  it('has its page in the version that the portal shows', () => {
    const entry = { page: 7, version: 3, isPlaced: true, quotation: 'first words' }
    expect(entryOf(noteOf(), { page: 7, ranges: [] })).toMatchObject(entry)
  })

  it('has the words where its owner placed it by hand', () => {
    const note = noteOf({ placed: target(2, 5, 'other words') })
    const place: NotePlace = { page: 5, ranges: [] }
    expect(entryOf(note, place)).toMatchObject({ quotation: 'other words' })
  })

  it('has the place where it was made if it isn’t placed', () => {
    const entry = { page: 4, version: 1, isPlaced: false, quotation: 'first words' }
    expect(entryOf(noteOf())).toMatchObject(entry)
  })

  it('says what it is about if it quotes nothing', () => {
    const page = target(1, 4, '').selector[0]!
    const part = (value: string) => ({
      type: 'FragmentSelector' as const,
      conformsTo: 'http://www.w3.org/TR/media-frags/' as const,
      value,
    })
    const ink = { type: 'SvgSelector' as const, value: '<svg><path d="M10 20L30 40"/></svg>' }
    const entries = [[page], [page, part('xywh=percent:10,20,30,8')], [page, ink]].map((selector) =>
      entryOf(noteOf({ target: { version: 1, selector } })),
    )
    expect(entries.map((entry) => entry?.subject)).toEqual([
      'The whole page',
      'An area of the page',
      'A drawing',
    ])
    expect(entries.map((entry) => entry?.mark)).toEqual([
      undefined,
      { rectangle: { x: 0.1, y: 0.2, width: 0.3, height: 0.08 } },
      {
        ink: [
          [
            { x: 0.1, y: 0.2 },
            { x: 0.3, y: 0.4 },
          ],
        ],
      },
    ])
    expect(entryOf(noteOf())).not.toHaveProperty('subject')
    expect(entryOf(noteOf())).not.toHaveProperty('mark')
  })

  it('is listed under the paper’s title', () => {
    const [paper] = notedPapers([{ ...listed(noteOf()), title: 'Spend-Down Model' }], new Map())
    expect(paper!.name).toBe('Spend-Down Model')
  })

  it('misses no place in a paper that is gone', () => {
    const [paper] = notedPapers([listed(noteOf())], new Map())
    expect(paper).toMatchObject({ name: 'Budget', isThere: false })
    expect(paper!.notes[0]).toMatchObject({ page: 4, version: 1, isPlaced: true })
  })
})

it('groups notes by paper, in the order of its words', () => {
  const at = (id: string, page: number, from: number) => ({
    note: noteOf({ id }),
    place: { page, ranges: [{ from }] },
  })
  const placed = [at('last', 12, 0), at('second', 3, 80), at('first', 3, 20)]
  const other = listed(noteOf({ id: 'other', documentId: 'docket' }))
  const papers = notedPapers(
    [...placed.map(({ note }) => listed(note)), other],
    new Map([['budget', placedIn(1, ...placed)]]),
  )
  expect(papers.map(({ documentId }) => documentId)).toEqual(['budget', 'docket'])
  expect(papers[0]!.notes.map(({ id }) => id)).toEqual(['first', 'second', 'last'])
})

it('requests each paper’s notes once, and skips papers that no longer exist', async () => {
  const requested: string[] = []
  const notes = ['budget', 'budget', 'gone'].map((documentId) => listed(noteOf({ documentId })))
  const removed = { ...listed(noteOf({ documentId: 'removed' })), isThere: false }
  const placed = await placedNotes([...notes, removed], async (id) => {
    requested.push(id)
    if (id === 'gone')
      throw Object.assign(new Error('All versions are withdrawn'), { code: 'gone' })
    return placedIn(1)
  })
  expect(requested.toSorted()).toEqual(['budget', 'gone'])
  expect([...placed.keys()]).toEqual(['budget'])
})

it('fails if a paper’s notes can’t be read', async () => {
  const failing = () => Promise.reject(Object.assign(new Error('Down'), { code: 'unavailable' }))
  await expect(placedNotes([listed(noteOf())], failing)).rejects.toThrow('Down')
})

describe('a paper of several meetings', () => {
  const grants = { id: '2026-09-30-grants', name: 'Grants Committee, 30 September 2026' }
  const finance = { id: '2026-11-12-finance', name: 'Finance Committee, 12 November 2026' }
  const paperIn = (of: Pick<ListedNote, 'quarters' | 'meetings'>) =>
    notedPapers([{ ...listed(noteOf()), ...of }], new Map())[0]!
  const quarters = [{ year: 2026, quarter: 4 }]

  it('belongs to the newest one', () => {
    expect(paperIn({ quarters, meetings: [finance, grants] })).toMatchObject({ meeting: finance })
    expect(paperIn({ quarters, meetings: [grants] })).toMatchObject({ quarter: quarters[0] })
    expect(paperIn({ quarters: [], meetings: [grants] })).toMatchObject({ meeting: grants })
    expect(paperIn({ quarters, meetings: [finance] })).not.toHaveProperty('quarter')
  })
})
