import type { NotedPaper, NoteEntry } from '@portal/domain/listed-notes'
import { describe, expect, it } from 'vitest'
import { matchingNotes } from './searchable-notes.tsx'

const note = (other: Partial<NoteEntry> = {}): NoteEntry => {
  return { id: 'a', color: 'yellow', text: '', page: 4, version: 2, isPlaced: true, ...other }
}

const paper = (name: string, other: Partial<NotedPaper> = {}): NotedPaper => {
  return { documentId: name, name, isThere: true, notes: [note()], ...other }
}

describe('the search', () => {
  const papers = [
    paper('Grants Docket', {
      notes: [
        note({ id: 'quote', quotation: 'The café’s\nreserve' }),
        note({ id: 'text', text: 'Ask María', color: 'green' }),
      ],
    }),
    paper('Budget', { notes: [note({ id: 'budget' })] }),
  ]
  const matching = (words: string, color?: 'green') =>
    matchingNotes(papers, { words, color }).flatMap(({ notes }) => notes.map(({ id }) => id))

  it.each([
    ['', ['quote', 'text', 'budget']],
    ['RESERVE', ['quote']],
    ["cafe's reserve", ['quote']],
    ['maria', ['text']],
    ['docket', ['quote', 'text']],
    ['docket ask', ['text']],
    ['nothing of it', []],
  ])('finds “%s” in words, quotations and names of papers', (words, ids) => {
    expect(matching(words)).toEqual(ids)
  })

  it('filters by color', () => {
    expect(matching('', 'green')).toEqual(['text'])
    expect(matching('reserve', 'green')).toEqual([])
  })
})
