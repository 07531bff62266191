import { mappingId } from '@portal/domain/ids'
import { expect, it } from 'vitest'
import type { SyncedDocument } from '../documents/synced-documents-service.ts'
import { planBook, type PlanSources } from './book-plan.ts'

const quarter = { year: 2026, quarter: 4 }
const slot = mappingId({ kind: 'meeting', ...quarter, materialType: 'budget-update' })
const document = {
  id: 'budget',
  name: 'Budget.pdf',
  mime_type: 'application/pdf',
  sha256: 'ab'.repeat(32),
} as unknown as SyncedDocument

function planned(change: Partial<PlanSources> = {}, title = 'Budget') {
  const mapping = { active: true, documentId: 'budget', title }
  return planBook({
    foundation: 'Larkspur Foundation',
    cover: { accent: '#1d4f45' },
    timeZone: 'America/New_York',
    quarter,
    options: { notes: false, changes: false },
    uid: undefined,
    agenda: undefined,
    mappings: { [slot]: mapping as PlanSources['mappings'][string] },
    document: (id) => (id === 'budget' ? document : undefined),
    publicUrl: undefined,
    damaged: new Set(),
    notesOn: () => ['a-note 1'],
    author: 'Maria Lopez',
    since: undefined,
    ...change,
  })!
}

it('is the same book for everyone, and a separate one for each person with notes', () => {
  expect(planned({ author: 'Wei Chen' }).id).toBe(planned().id)
  const withNotes = { options: { notes: true, changes: false } }
  const own = planned({ ...withNotes, uid: 'maria' })
  expect(planned({ ...withNotes, uid: 'maria' }).id).toBe(own.id)
  expect(planned({ ...withNotes, uid: 'wei' }).id).not.toBe(own.id)
  expect(planned({ ...withNotes, uid: 'maria', author: 'Maria Ruiz' }).id).not.toBe(own.id)
  expect(planned({ ...withNotes, uid: 'maria', notesOn: () => ['a-note 2'] }).id).not.toBe(own.id)
})

it('is another book with another logo or accent', () => {
  const accent = '#7a1f3d'
  expect(planned({ cover: { accent } }).id).not.toBe(planned().id)
  const logo = { accent, logoUrl: '/branding/logo.3f2a.webp' }
  expect(planned({ cover: logo }).id).not.toBe(planned({ cover: { accent } }).id)
})

it('has the papers in the order of their quarter, beyond the specification’s slots too', () => {
  const mappings = Object.fromEntries(
    (
      [
        ['budget-update', {}],
        ['additional-material-12', {}],
        ['additional-material-6', { order: 2 }],
      ] as const
    ).map(([materialType, more]) => {
      const id = mappingId({ kind: 'meeting', ...quarter, materialType })
      return [id, { active: true, documentId: 'budget', document, ...more }]
    }),
  ) as unknown as PlanSources['mappings']
  expect(planned({ mappings }).papers.map(({ name }) => name)).toEqual([
    'Additional Material 6',
    'Budget Update',
    'Additional Material 12',
  ])
})

it('removes characters from names that change the direction of other text', () => {
  const [paper] = planned({}, '\u202Efdp.\u2066exe\u2069').papers
  expect(paper!.name).toBe('fdp.exe')
})

it('numbers sub-items after the item above them', () => {
  const items = [{ title: 'Finances' }, { title: 'Budget', subItem: true }, { title: 'Close' }]
  const agenda = {
    title: 'Board',
    time: '09:00',
    endTime: '10:00',
    items: items.map((item, index) => ({ id: `${index}`, duration: 10, ...item })),
  } as unknown as PlanSources['agenda']
  expect(planned({ agenda }).agenda.map(({ number }) => number)).toEqual(['1.', '1.1', '2.'])
})
