import { expect, it } from 'vitest'
import { cardNamedBy, matchCards } from './card-match.ts'

const names = [
  'Bylaws',
  'Budget Overview',
  'Travel & Expense Policy',
  'Gift Acceptance Policy',
  'Conflict of Interest',
  '定款',
]
const cards = names.map((name) => ({ id: name, name }))
const file = (name: string, own = {}) => ({
  id: name,
  name,
  folder: 'Governance',
  mimeType: 'application/pdf',
  modifiedTime: '2026-11-02T09:00:00.000Z',
  ...own,
})

it.each([
  ['Bylaws.pdf', 'Bylaws'],
  ['BYLAWS_2026-03-15_v3.pdf', 'Bylaws'],
  ['Bylaws (amended and restated, signed).pdf', 'Bylaws'],
  ['Bylwas.pdf', 'Bylaws'],
  ['Travel and Expense Policy 2027.docx', 'Travel & Expense Policy'],
  ['Travel & Expense.pdf', 'Travel & Expense Policy'],
  ['Our gift acceptance policy - final.pdf', 'Gift Acceptance Policy'],
  ['Conflict of Interest Policy.pdf', 'Conflict of Interest'],
  ['定款.pdf', '定款'],
])('reads the card in %s', (name, card) => {
  expect(cardNamedBy(name, cards)).toMatchObject([{ name: card }])
})

it.each([
  'Memo on the Bylaws.pdf',
  'Bylaws Committee Minutes.pdf',
  'Budget Update Q1 2027.pdf',
  'Policy.pdf',
  'Gift list.pdf',
])('reads no card in %s', (name) => {
  expect(cardNamedBy(name, cards)).toEqual([])
})

it.each([
  ['Strategic Plan 2025-2030 v2.pdf', 'Strategic Plan 2025-2030'],
  ['Audit 2025.pdf', 'Audit 2025'],
  ['Audit 2026.pdf', undefined],
  ['Form 990.pdf', 'Form 990'],
  ['Form 991.pdf', undefined],
  ['Re\u0301sume\u0301s.pdf', 'Résumés'],
  ['Program C Charter.pdf', undefined],
  ['Investment Report.pdf', 'Investment Report'],
  ['Investment Report Q4 2026.pdf', undefined],
  ['2026.pdf', undefined],
])('reads a card of the foundation’s own in %s: %s', (name, card) => {
  const own = [
    'Strategic Plan 2025-2030',
    'Audit 2024',
    'Audit 2025',
    'Form 990',
    'Résumés',
    'Program A Charter',
    'Program B Charter',
    'Investment Report',
    '📁',
  ]
  const found = cardNamedBy(
    name,
    own.map((each) => ({ name: each, isOwn: true })),
  )
  expect(found.map((each) => each.name)).toEqual(card === undefined ? [] : [card])
})

it('proposes the newest paper, and none that a card shows or that is older than what it shows', () => {
  const newer = { modifiedTime: '2026-11-05T09:00:00.000Z' }
  const files = [file('Bylaws.pdf'), file('Bylaws v2.pdf', newer), file('Gift Acceptance.pdf')]
  const proposed = (documentId?: string) =>
    matchCards(
      files,
      cards.map((card) => (card.id === 'Bylaws' ? { ...card, documentId } : card)),
    ).map(({ file: { name }, card, reason }) => [name, card.id, reason])
  const gift = [
    'Gift Acceptance.pdf',
    'Gift Acceptance Policy',
    'The name is that of Gift Acceptance Policy',
  ]
  const newest = '2 papers have the name of Bylaws; this one is the newest'
  expect(proposed()).toEqual([['Bylaws v2.pdf', 'Bylaws', newest], gift])
  expect(proposed('Bylaws v2.pdf')).toEqual([gift])
  expect(proposed('Bylaws.pdf')).toEqual([
    ['Bylaws v2.pdf', 'Bylaws', 'The name is that of Bylaws'],
    gift,
  ])
})

it('leaves out what is no paper, and papers in folders for old ones', () => {
  const files = [
    file('Bylaws template.pdf'),
    file('Bylaws.png', { mimeType: 'image/png' }),
    file('Bylaws.pdf', { folder: 'Governance/Archive' }),
  ]
  expect(matchCards(files, cards)).toEqual([])
})
