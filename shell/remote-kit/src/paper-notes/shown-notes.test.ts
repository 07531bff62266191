import type { PlacedNote } from '@portal/contract/notes'
import { expect, it } from 'vitest'
import type { NoteEdit } from './notes-on-device.ts'
import { targetOf } from '@portal/domain/note-subject'
import { notesToShow } from '../use-paper-notes.ts'

const nothing = { edits: new Map<string, NoteEdit>(), refusals: new Map<string, string>() }

const paper = { id: 'budget', version: 1, today: '2026-11-03' }
const note = {
  id: '00000000-0000-4000-8000-000000000001',
  documentId: 'budget',
  createdAt: '2026-11-03T08:00:00Z',
  changedAt: '2026-11-03T08:00:00Z',
  revision: 1,
  color: 'yellow' as const,
  text: 'Ask Hana.',
  target: targetOf({ page: 1 }, 1),
}
const place = { page: 1, ranges: [], how: 'same' as const }
const dated: PlacedNote = { note, place, destroyedOn: '2027-01-09' }
const until = 'Will be destroyed on 9 January 2027'

it('shows with a note the day on which it will be destroyed', () => {
  expect(notesToShow([dated], nothing, paper)).toMatchObject([{ text: 'Ask Hana.', until }])
})

it('shows the day with a note that is being changed too', () => {
  const edit: NoteEdit = {
    documentId: 'budget',
    version: 1,
    note: { ...note, text: 'More' },
    place,
  }
  const edits = new Map([[note.id, edit]])
  expect(notesToShow([dated], { edits, refusals: new Map() }, paper)).toMatchObject([
    { text: 'More', until },
  ])
})

it('shows with a note the reason of its legal hold', () => {
  const held = { note, place, heldFor: ['State inquiry', 'Audit'] }
  expect(notesToShow([held], nothing, paper)).toMatchObject([
    { until: 'Kept: legal hold — State inquiry; Audit' },
  ])
})

it('shows nothing with a note that no rule destroys', () => {
  const [shown] = notesToShow([{ note, place }], nothing, paper)
  expect(shown).not.toHaveProperty('until')
})
