import { expect, it } from 'vitest'
import { undoOutcome } from './audit-entry.tsx'

const outcome = (before: unknown, after: unknown, what = 'mapping saved', subject = slot) =>
  undoOutcome({ id: '1', at: '2026-11-20T17:00:00Z', by: 'ruth', what, subject, before, after })
const slot = 'meeting-2027-q1-consent-agenda'
const first = { documentId: 'a', documentName: 'First.pdf', active: true }
const second = { documentId: 'b', documentName: 'Second.pdf', active: true }

it('names what a slot will show again', () => {
  const again = '“Consent Agenda, Q1 2027” will show “First.pdf” again.'
  expect(outcome(first, second)).toBe(again)
  expect(outcome(first, { active: true }, 'slot unmapped')).toBe(again)
  expect(outcome({ embedUrl: 'https://airtable.com/x' }, first)).toBe(
    '“Consent Agenda, Q1 2027” will show “https://airtable.com/x” again.',
  )
})

it('says that a slot will be empty', () => {
  expect(outcome(null, first)).toBe('“Consent Agenda, Q1 2027” will show nothing, as before.')
})

it('says whether members will see the slot', () => {
  const inactive = { ...first, active: false }
  expect(outcome(first, inactive)).toBe('Members will see “Consent Agenda, Q1 2027” again.')
  expect(outcome(inactive, first)).toBe('Members will no longer see “Consent Agenda, Q1 2027”.')
  expect(outcome(inactive, second)).toBe(
    '“Consent Agenda, Q1 2027” will show “First.pdf” again. Members will no longer see “Consent Agenda, Q1 2027”.',
  )
})

it('names the fields if nothing else changes', () => {
  expect(outcome({ ...first, title: 'Ours' }, { ...first, title: 'New' })).toBe(
    '“Consent Agenda, Q1 2027” will be as it was before this change: Title.',
  )
})

it('names the deleted person or agenda', () => {
  const person = { name: 'Hana Takeda' }
  expect(outcome(person, null, 'directory entry deleted', 'hana')).toBe(
    'Hana Takeda will be in the directory again.',
  )
  expect(outcome({ title: 'Board' }, null, 'agenda deleted', '2026-Q4')).toBe(
    'The agenda of Q4 2026 will be there again, as it was.',
  )
})
