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
    meeting: quarter,
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

it('of a committee’s meeting has the papers of its list, and names the meeting', () => {
  const meeting = '2026-11-12-finance'
  const mapping = (order: number, title: string) => ({
    order,
    title,
    documentId: 'budget',
    document,
  })
  const mappings = {
    [`meeting-${meeting}--k1`]: mapping(2, 'Forecast'),
    [`meeting-${meeting}--k2`]: mapping(1, 'Minutes'),
  } as unknown as PlanSources['mappings']
  const agenda = {
    title: 'Finance Committee',
    date: '2026-11-12',
    time: '09:00',
    endTime: '10:00',
    items: [{ id: 'a', title: 'The year', duration: 10, papers: [{ materialType: 'k1' }] }],
  } as unknown as PlanSources['agenda']
  const { title, papers } = planned({ meeting: { meeting }, mappings, agenda })
  expect(title).toBe('Finance Committee')
  expect(papers.map(({ name }) => name)).toEqual(['Forecast', 'Minutes'])
  expect(papers[0]).toMatchObject({ materialType: 'k1', item: { id: 'a', label: '1. The year' } })
  const place = 'Meeting Materials › Finance Committee, 12 November 2026 › Forecast'
  expect(papers[0]!.inPortal!.names).toBe(place)

  const announced = { title: 'Finance', date: '2026-11-12', time: '09:00', endTime: '10:00' }
  const without = planned({ meeting: { meeting }, mappings, agenda: undefined, announced })
  expect(without).toMatchObject({ title: 'Finance', hasAgenda: false })
  expect(without.lines).toEqual(['Thursday, November 12, 2026', expect.stringMatching(/^9:00 AM/)])
  expect(without.papers[0]!.inPortal!.names).toContain('› Finance, 12 November 2026 ›')
})

it('of a quarter is the book that earlier releases made', () => {
  const items = [
    { title: 'Finances', papers: [{ materialType: 'budget-update', pages: '2' }] },
    { title: 'Budget', subItem: true },
  ]
  const agenda = {
    title: 'Board',
    time: '09:00',
    endTime: '10:00',
    date: '2026-12-10',
    items: items.map((item, index) => ({ id: `${index}`, duration: 10, ...item })),
  } as unknown as PlanSources['agenda']
  const id = 'dbdc1544ecb38eecd3733aafa9724af020bcfceb62c20a439c85ea7e90bbbe2c'
  expect(planned({ agenda, document: () => document }).id).toBe(id)
})
