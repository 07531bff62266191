import type { BoardDocument } from '@portal/contract/documents'
import { expect, it } from 'vitest'
import { marksOf } from './matched-paper.tsx'

const paper: BoardDocument = {
  id: 'd1',
  google_id: 'd1',
  title: 'Paper',
  name: 'Paper.pdf',
  mime_type: 'application/pdf',
  path: '',
  parent_folder: '',
  created_time: '2026-10-01T00:00:00Z',
  modified_time: '2026-10-01T00:00:00Z',
  last_synced: '2026-10-01T00:00:00Z',
  size: 1000,
  condition: 'ready',
}

it.each([
  ['is protected', { condition: 'encrypted' }, ['Needs a password']],
  ['is damaged', { condition: 'broken' }, ['Damaged']],
  ['is scanned', { scanned: true }, ['Scanned: search doesn’t find its words']],
  ['is very long', { pages: 1200 }, ['Very long: 1,200 pages']],
  ['opens elsewhere', { condition: 'form' }, ['Opens in Adobe Acrobat only']],
  ['has nothing to look at', { pages: 300 }, []],
] as const)('marks a paper that %s', (_, fields, marks) => {
  expect(marksOf({ ...paper, ...fields })).toEqual(marks)
})
