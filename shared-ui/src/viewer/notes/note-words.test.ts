import { expect, it } from 'vitest'
import type { NoteSubject, ShownNote } from '../shown-notes.ts'
import { announcedNote, splitByPlace, savingWords, subjectWords } from './note-words.ts'
import { noteCommandOf } from './use-note-keys.ts'

const words = { exact: 'cash', prefix: '', suffix: '', ranges: [] }

function noteOn(id: string, subject: NoteSubject, from?: number): ShownNote {
  const { page } = subject
  const ranges = from === undefined ? [] : [{ page, from, to: from + 4 }]
  return { id, color: 'blue', text: '', subject, place: { page, ranges, isApproximate: false } }
}

it('lists notes by page, the page’s own first, then words, then areas and drawings', () => {
  const { place: _, ...lost } = noteOn('lost', { page: 1, words })
  const { placed, unplaced } = splitByPlace([
    lost,
    noteOn('area', { page: 1, rectangle: { x: 0, y: 0.02, width: 0.05, height: 0.05 } }),
    noteOn('later', { page: 2, words }, 0),
    noteOn('words', { page: 1, words }, 900),
    noteOn('first', { page: 1, words }, 3),
    noteOn('page', { page: 1 }),
  ])
  expect(placed.map(({ id }) => id)).toEqual(['page', 'first', 'words', 'area', 'later'])
  expect(unplaced).toEqual([lost])
})

it('describes what a note is about, and its page', () => {
  expect(subjectWords({ subject: { page: 1, ink: [] } })).toBe('A drawing')
  expect(subjectWords({ subject: { page: 1, withdrawnWith: 2 } })).toBe(
    'The quotation was withdrawn with version 2.',
  )
  const note = { ...noteOn('cash', { page: 3, words }), text: 'Ask.' }
  expect(announcedNote(note, '1 of 4')).toBe('Note 1 of 4, page 3. “cash”: Ask.')
})

it('keeps a right-to-left quotation and text apart from the words around them', () => {
  const quoted = { ...words, exact: 'دوح [2026]' }
  const note = { ...noteOn('cash', { page: 3, words: quoted }), text: 'למה?' }
  expect(announcedNote(note, '1 of 4')).toBe(
    'Note 1 of 4, page 3. \u2068“دوح [2026]”\u2069: \u2068למה?\u2069',
  )
})

it('describes the state of saving', () => {
  expect(savingWords({ state: 'offline' })).toBe('Saved on this device; you are offline')
  expect(savingWords({ state: 'failed', message: 'Too long.' })).toBe('Too long.')
})

it('has keys for the next and the previous note, but not where the reader types', () => {
  const key = (name: string) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false })
  expect(noteCommandOf(key('j'), false)).toBe('nextNote')
  expect(noteCommandOf(key('K'), false)).toBe('previousNote')
  expect(noteCommandOf(key('j'), true)).toBeUndefined()
  expect(noteCommandOf({ ...key('s'), ctrlKey: true }, false)).toBeUndefined()
  expect(noteCommandOf(key('Escape'), true)).toBe('escape')
})
