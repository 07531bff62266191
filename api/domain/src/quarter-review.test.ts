import { expect, it } from 'vitest'
import { isOptional, type MaterialType, slotsOfQuarter } from './slot-names.ts'
import { reviewMeeting, reviewQuarter } from './quarter-review.ts'

const quarter = { year: 2027, quarter: 1 }
const paper = (name: string) => ({ active: true, document: { name } })
type Mappings = Parameters<typeof reviewQuarter>[0]['mappings']

function expectedTypes(): MaterialType[] {
  return slotsOfQuarter(quarter)
    .filter((slot) => !isOptional(slot))
    .map(({ materialType }) => materialType)
}

/** Every slot that a quarter is expected to have, with a paper; `other` replaces some. */
function mapped(other: Partial<Record<MaterialType, Mappings[string]>>): Mappings {
  const wanted = expectedTypes()
  const all = {
    ...Object.fromEntries(wanted.map((type) => [type, paper(`${type}.pdf`)])),
    ...other,
  }
  return Object.fromEntries(
    Object.entries(all).map(([type, mapping]) => [`meeting-2027-q1-${type}`, mapping]),
  )
}
const review = (
  other: Parameters<typeof mapped>[0],
  agenda?: Parameters<typeof reviewQuarter>[0]['agenda'],
  isSetAside: Parameters<typeof reviewQuarter>[0]['isSetAside'] = () => false,
) => reviewQuarter({ quarter, mappings: mapped(other), agenda, isSetAside })

it('lists what members will see, by its name and content', () => {
  const { shown, problems } = review({
    'budget-update': { ...paper('Budget.pdf'), title: 'The budget' },
    'airtable-data': { active: true, embedUrl: 'https://airtable.com/embed/1' },
  })
  expect(shown).toHaveLength(expectedTypes().length)
  expect(shown).toContainEqual({
    materialType: 'budget-update',
    name: 'The budget',
    content: 'Budget.pdf',
  })
  expect(shown).toContainEqual({
    materialType: 'airtable-data',
    name: 'Meeting Data',
    content: 'https://airtable.com/embed/1',
  })
  expect(problems).toEqual([])
})

it('lists papers beyond the specification’s slots, each where its mapping places it', () => {
  const { shown } = review({
    'additional-material-7': paper('Visit.pdf'),
    'additional-material-6': { ...paper('Quote.pdf'), order: 1.5 },
    'additional-material-8': { active: true },
  })
  const types = shown.map(({ materialType }) => materialType)
  expect([types[1], types.at(-1)]).toEqual(['additional-material-6', 'additional-material-7'])
})

it('misses nothing in an empty slot that is set aside, and shows what another has', () => {
  const isSetAside = () => true
  const { problems, shown } = review(
    { 'cash-flow-summary': undefined, 'asset-summary': { active: true } },
    undefined,
    isSetAside,
  )
  expect(problems).toEqual([])
  expect(shown).toHaveLength(expectedTypes().length - 2)
})

it('misses nothing in an empty slot that isn’t needed this quarter', () => {
  const { problems } = review({ 'cash-flow-summary': { active: true, notNeeded: true } })
  expect(problems).toEqual([])
})

it('names papers that can’t be opened, empty slots and inactive ones', () => {
  const { shown, problems } = review({
    'budget-update': { ...paper('Budget.pdf'), problem: 'encrypted' },
    'asset-summary': { active: true, problem: 'missing' },
    'cash-flow-summary': undefined,
    'consent-agenda': { ...paper('Consent.pdf'), active: false },
    'additional-material-1': { active: true },
  })
  expect(shown.map(({ materialType }) => materialType)).not.toContain('consent-agenda')
  expect(problems).toMatchObject([
    { kind: 'inactive', materialType: 'consent-agenda' },
    { kind: 'empty', materialType: 'cash-flow-summary' },
    { kind: 'paper', materialType: 'asset-summary', problem: 'missing' },
    { kind: 'paper', materialType: 'budget-update', problem: 'encrypted' },
    { kind: 'empty', materialType: 'additional-material-1' },
  ])
})

it('compares the papers with the items of the agenda', () => {
  const expected = expectedTypes().filter((type) => type !== 'agenda' && type !== 'asset-summary')
  const agenda = {
    status: 'published' as const,
    title: 'Winter meeting',
    items: [
      { title: 'Finance', papers: expected.map((materialType) => ({ materialType })) },
      { title: 'Retreat', papers: [{ materialType: 'additional-material-2' }] },
    ],
  }
  const { shown, problems } = review({ agenda: { active: true, mode: 'native' } }, agenda)
  expect(shown[0]).toMatchObject({ name: 'Agenda', content: 'Winter meeting' })
  expect(problems).toEqual([
    { kind: 'noItem', materialType: 'asset-summary', name: 'Asset Summary' },
    { kind: 'itemWithoutPaper', item: 'Retreat', name: 'Additional Material 2' },
  ])
})

it('says that the native agenda is a draft or missing', () => {
  const native = { agenda: { active: true, mode: 'native' as const } }
  const draft = { status: 'draft' as const, title: 'Winter meeting', items: [] }
  expect(review(native, draft).problems).toEqual([{ kind: 'agendaDraft' }])
  expect(review(native).problems).toEqual([{ kind: 'agendaMissing' }])
})

it('reviews a meeting with a list of papers, whose agenda needs no slot', () => {
  const meeting = { meeting: '2026-11-12-finance' }
  const mappings = { 'meeting-2026-11-12-finance--a': { ...paper('Budget.pdf'), title: 'Budget' } }
  const draft = { status: 'draft', title: 'Finance', items: [] } as const
  const isSetAside = () => false
  expect(reviewMeeting({ meeting, mappings, agenda: draft, isSetAside })).toEqual({
    shown: [{ materialType: 'a', name: 'Budget', content: 'Budget.pdf' }],
    problems: [{ kind: 'agendaDraft' }],
  })
  const items = [{ title: 'Money', papers: [{ materialType: 'b' }] }]
  const agenda = { ...draft, status: 'published', items } as const
  expect(reviewMeeting({ meeting, mappings, agenda, isSetAside })).toEqual({
    shown: [
      { materialType: 'agenda', name: 'Agenda', content: 'Finance' },
      { materialType: 'a', name: 'Budget', content: 'Budget.pdf' },
    ],
    problems: [
      { kind: 'noItem', materialType: 'a', name: 'Budget' },
      { kind: 'itemWithoutPaper', item: 'Money', name: 'Paper' },
    ],
  })
})

it('reviews the agenda of such a meeting that comes from the drive', () => {
  const meeting = { meeting: '2026-11-12-finance' }
  const id = 'meeting-2026-11-12-finance--agenda'
  const agenda = { status: 'published', title: 'Finance', items: [] } as const
  const of = (mapping: object) => {
    const mappings = { [id]: { ...mapping, active: true, mode: 'drive' as const } }
    return reviewMeeting({ meeting, mappings, agenda, isSetAside: () => false })
  }
  const named = { materialType: 'agenda', name: 'Agenda' }
  expect(of(paper('Agenda.pdf'))).toEqual({
    shown: [{ ...named, content: 'Agenda.pdf' }],
    problems: [],
  })
  expect(of({})).toEqual({ shown: [], problems: [{ kind: 'empty', ...named }] })
})
