import { expect, it } from 'vitest'
import { agendaDeletion } from './agenda-deletion.ts'

const q4 = { year: 2026, quarter: 4 }
const native = { mode: 'native', active: true } as const
const document = {}
const embedUrl = 'https://airtable.com/embed/x'

it('says that members lose an agenda they see', () => {
  expect(agendaDeletion(q4, 'published', native)).toEqual({
    changes: true,
    sentence: 'Members see this agenda now. They will have no agenda for Q4 2026.',
  })
})

it.each(['published', 'draft'] as const)(
  'says that members get what is mapped in place of a %s agenda that is the source',
  (status) => {
    expect(agendaDeletion(q4, status, { ...native, document })).toEqual({
      changes: true,
      sentence: 'Members will see the mapped document as the agenda of Q4 2026.',
    })
    expect(agendaDeletion(q4, status, { ...native, document, embedUrl })).toEqual({
      changes: true,
      sentence: 'Members will see the mapped embed as the agenda of Q4 2026.',
    })
  },
)

it.each([
  ['a draft', 'draft', native, 'they don’t see this draft.'],
  ['an unused agenda', 'published', undefined, 'they don’t see this agenda.'],
  ['an inactive slot', 'published', { ...native, active: false }, 'they don’t see this agenda.'],
  ['an empty slot', 'published', { active: true }, 'they don’t see this agenda.'],
  [
    'an agenda behind a document',
    'published',
    { active: true, document },
    'they see the mapped document as the agenda of Q4 2026.',
  ],
] as const)('says that nothing changes for %s', (_, status, mapping, end) => {
  const sentence = `Nothing changes for members: ${end}`
  expect(agendaDeletion(q4, status, mapping)).toEqual({ changes: false, sentence })
})
