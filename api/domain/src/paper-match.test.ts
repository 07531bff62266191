import { describe, expect, it } from 'vitest'
import { paperCases } from './paper-match-cases.ts'
import {
  matchPapers,
  type PaperFile,
  type PaperMatch,
  quarterOfPapers,
  type SlotContents,
} from './paper-match.ts'

const quarter = { year: 2027, quarter: 1 }
const cases = paperCases.trim().split('\n')

function file(path: string, more: Partial<PaperFile> = {}): PaperFile {
  const parts = path.split('/')
  return {
    id: path,
    name: parts.at(-1)!,
    folder: parts.slice(0, -1).join('/'),
    mimeType: 'application/pdf',
    modifiedTime: '2027-02-01T09:00:00.000Z',
    ...more,
  }
}

const match = (files: PaperFile[], slots: SlotContents = {}) => matchPapers(files, quarter, slots)
const matchOf = (path: string, slots?: SlotContents) => match([file(path)], slots)[0]!
const at = (day: string) => ({ modifiedTime: `2027-02-${day}T09:00:00.000Z` })

function inWords({ kind, slot, candidates, title }: PaperMatch): string {
  if (kind === 'none') return '-'
  if (kind === 'ambiguous') return `? ${candidates.join(' ')}`
  if (slot === 'additional-material-1') return `+ ${title}`
  return title === undefined ? slot! : `${slot} ${title}`
}

describe('the slot of a paper', () => {
  it('has at least 200 names in its table, no two the same', () => {
    const paths = cases.map((line) => line.split(' | ')[0])
    expect(new Set(paths).size).toBe(cases.length)
    expect(cases.length).toBeGreaterThanOrEqual(200)
  })

  it.each(cases.map((line) => line.split(' | ') as [string, string]))(
    'of “%s” is “%s”',
    (path, expected) => {
      const matched = matchOf(path)
      expect(inWords(matched)).toBe(expected)
      expect(matched.reason).toMatch(/\S/)
    },
  )

  it('ignores pictures, folders and archives', () => {
    for (const mimeType of ['image/png', 'application/vnd.google-apps.folder', 'application/zip']) {
      expect(match([file('2027 Q1/Agenda', { mimeType })])[0]!.kind).toBe('none')
    }
  })
})

describe('two papers for one slot', () => {
  const older = file('2027 Q1/BvA v1.pdf', at('01'))
  const newer = file('2027 Q1/BvA v2.pdf', at('09'))

  it('are ambiguous, and the newer one is proposed', () => {
    const [first, second] = match([newer, older])
    expect(first).toMatchObject({ kind: 'ambiguous', candidates: ['budget-vs-actual'] })
    expect(first!.slot).toBeUndefined()
    expect(first!.reason).toBe('2 papers fit this slot; “BvA v2.pdf” is newer')
    expect(second).toMatchObject({ kind: 'ambiguous', slot: 'budget-vs-actual' })
  })

  it('are named as the caller names files', () => {
    const named = ({ name, folder }: PaperFile) => `${name} in ${folder}`
    const [first] = matchPapers([newer, older], { year: 2027, quarter: 1 }, {}, { named })
    expect(first!.reason).toBe('2 papers fit this slot; BvA v2.pdf in 2027 Q1 is newer')
  })

  it('give the same answer in any order, and for equal times', () => {
    expect(match([older, newer])).toEqual(match([newer, older]))
    const same = [older, { ...newer, ...at('01') }]
    expect(match(same)).toEqual(match(same.toReversed()))
    const proposed = match(same).filter(({ slot }) => slot)
    expect(proposed.map(({ file: { name } }) => name)).toEqual(['BvA v2.pdf'])
  })

  it('are ambiguous as additional materials too, and take one slot', () => {
    const docx = file('2027 Q1/Grants Docket.docx', at('01'))
    const pdf = file('2027 Q1/Grants Docket.pdf', at('09'))
    const [first, second] = match([docx, pdf])
    expect(first).toMatchObject({ kind: 'ambiguous', candidates: ['additional-material-1'] })
    expect(second).toMatchObject({ kind: 'ambiguous', slot: 'additional-material-1' })
  })
})

describe('a slot that shows something', () => {
  it('counts as mapped by the paper that it shows, regardless of the paper’s name', () => {
    const path = '2027 Q1/Cash Flow.pdf'
    const slots = { 'asset-summary': { documentId: path, content: 'Cash Flow.pdf' } }
    expect(matchOf(path, slots)).toMatchObject({ kind: 'mapped', slot: 'asset-summary' })
  })

  it('names what a newer paper replaces', () => {
    const [old, next] = [file('2027 Q1/CF.pdf', at('01')), file('2027 Q1/CF v2.pdf', at('02'))]
    const slots = { 'cash-flow-summary': { documentId: old.id, content: old.name } }
    const matched = match([old, next], slots).find(({ file: { id } }) => id === next.id)
    expect(matched).toMatchObject({ kind: 'clear', slot: 'cash-flow-summary', replaces: 'CF.pdf' })
  })

  it('receives no older paper', () => {
    const [old, next] = [file('2027 Q1/CF.pdf', at('01')), file('2027 Q1/CF v2.pdf', at('02'))]
    const slots = { 'cash-flow-summary': { documentId: next.id, content: next.name } }
    const matched = match([old, next], slots).find(({ file: { id } }) => id === old.id)
    expect(matched).toMatchObject({
      kind: 'older',
      reason: 'Not newer than “CF v2.pdf”, which is mapped there',
    })
  })

  it('names an embed that a paper replaces', () => {
    const slots = { 'airtable-data': { content: 'https://airtable.com/embed/x' } }
    expect(matchOf('2027 Q1/Meeting Data.pdf', slots).replaces).toBe('https://airtable.com/embed/x')
  })

  it('doesn’t count the paper behind its native agenda as mapped there', () => {
    const path = '2027 Q1/Agenda.pdf'
    const slots = { agenda: { content: 'Native agenda', documentId: path, native: true } }
    expect(matchOf(path, slots).reason).toBe('The agenda is written in the portal')
  })

  it('keeps its native agenda', () => {
    const slots = { agenda: { content: 'Native agenda', native: true } }
    expect(matchOf('2027 Q1/Agenda.pdf', slots)).toMatchObject({
      kind: 'mapped',
      reason: 'The agenda is written in the portal',
    })
    expect(matchOf('2027 Q1/Agenda and Consent Agenda.pdf', slots)).toMatchObject({
      kind: 'ambiguous',
      candidates: ['consent-agenda'],
    })
  })
})

describe('the papers that name no slot', () => {
  const slotsOf = (matches: PaperMatch[]) => matches.map(({ file: { name }, slot }) => [name, slot])

  it('take the free additional materials in the order of their names', () => {
    const matches = match(
      ['10 Zebra.pdf', '9 Yak.pdf', 'Additional Material 1.pdf'].map((name) =>
        file(`2027 Q1/${name}`),
      ),
      { 'additional-material-2': { content: 'An embed' } },
    )
    expect(slotsOf(matches)).toEqual([
      ['Additional Material 1.pdf', 'additional-material-1'],
      ['9 Yak.pdf', 'additional-material-3'],
      ['10 Zebra.pdf', 'additional-material-4'],
    ])
  })

  it('take the empty slot that already has their title', () => {
    const slots = { 'additional-material-4': { title: 'Grants docket' } }
    expect(matchOf('2027 Q1/Grants Docket v2.pdf', slots).slot).toBe('additional-material-4')
  })

  it('are older versions if an additional material shows a newer one under their title', () => {
    const [old, next] = [
      file('2027 Q1/Grants Docket.pdf', at('01')),
      file('2027 Q1/Grants Docket v2.pdf', at('02')),
    ]
    const shown = { title: 'Grants Docket', documentId: next.id, content: next.name }
    const matches = match([old, next], { 'additional-material-3': shown })
    expect(matches.map(({ kind, slot }) => [kind, slot])).toEqual([
      ['mapped', 'additional-material-3'],
      ['older', 'additional-material-3'],
    ])
  })

  it('take further additional materials once the specification’s five are taken', () => {
    const shown = { 'additional-material-6': { content: 'Minutes.pdf' } }
    const memos = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => `2027 Q1/Memo ${name}.pdf`)
    const paths = [...memos, '2027 Q1/Additional Material 12.pdf']
    const matches = match(
      paths.map((path) => file(path)),
      shown,
    )
    expect(slotsOf(matches).slice(-3)).toEqual([
      ['Memo E.pdf', 'additional-material-5'],
      ['Memo F.pdf', 'additional-material-7'],
      ['Additional Material 12.pdf', 'additional-material-12'],
    ])
  })

  it('can be given one of five free additional materials, however many are taken', () => {
    const taken = Array.from({ length: 30 }, (_, index) => [
      `additional-material-${index + 1}`,
      { content: 'Memo.pdf' },
    ])
    const near = matchOf('2027 Q1/Annual Audit 2026.pdf', Object.fromEntries(taken))
    expect(near.candidates.at(-1)).toBe('additional-material-35')
  })

  it('have no place once the quarter has 200 papers', () => {
    const taken = Array.from({ length: 191 }, (_, index) => [
      `additional-material-${index + 1}`,
      { content: 'Memo.pdf' },
    ])
    const last = matchOf('2027 Q1/Memo.pdf', Object.fromEntries(taken))
    expect(last).toMatchObject({
      kind: 'ambiguous',
      reason: 'The quarter has as many papers as it can have',
    })
    expect(last.slot).toBeUndefined()
  })
})

it('says why each paper was matched', () => {
  const reasons = [
    ['Papers/Consent Agenda Q1 2027.pdf', '“Consent Agenda” in the name, Q1 2027 by its name'],
    ['2027 Q1/BvA.pdf', '“BvA” in the name, Q1 2027 by its folder'],
    [
      '2027 Q1/Consnet Agenda.pdf',
      '“Consnet Agenda”, one letter off Consent Agenda, Q1 2027 by its folder',
    ],
    ['2027 Q1/Budget.pdf', '“Budget” could mean more than one slot'],
    [
      '2026 Q4/Agenda Q1 2027.pdf',
      '“Agenda” in the name. The name says Q1 2027, its folder Q4 2026',
    ],
    ['2027 Q1/Agenda Q4 2026.pdf', 'The name says Q4 2026'],
    ['2027 Q1/Grants Docket.pdf', 'Q1 2027 by its folder, and no other slot’s name'],
  ] as const
  for (const [path, reason] of reasons) expect(matchOf(path).reason).toBe(reason)
})

describe('the quarter of several papers', () => {
  const papers = (...paths: string[]) => paths.map((path) => file(path))

  it('follows most of their names and folders', () => {
    const matches = papers('2027 Q3/BvA.pdf', 'Cash Flow Q3 2027.pdf', 'Agenda Q2 2027.pdf')
    expect(quarterOfPapers(matches, quarter)).toEqual({ year: 2027, quarter: 3 })
    expect(quarterOfPapers(papers('2025 Q4/BvA.pdf'), quarter)).toEqual({ year: 2025, quarter: 4 })
  })

  it('defaults to the expected quarter if none of them names one, or on a tie', () => {
    expect(quarterOfPapers(papers('BvA.pdf'), quarter)).toEqual(quarter)
    const both = papers('2027 Q1/BvA.pdf', '2027 Q2/Cash Flow.pdf')
    expect(quarterOfPapers(both, quarter)).toEqual(quarter)
  })
})

describe('slots that are set aside', () => {
  const setAside = (...types: string[]) => ({
    isSetAside: (type: string) => types.includes(type),
  })

  it('are proposed for no paper, which is one more additional material', () => {
    const files = [file('2027 Q1/Cash Flow.pdf')]
    const of = setAside('cash-flow-summary', 'additional-material-1')
    expect(matchPapers(files, quarter, {}, of)).toMatchObject([
      { kind: 'clear', slot: 'additional-material-2', title: 'Cash Flow' },
    ])
  })

  it('are used while they show something', () => {
    const slots = { 'cash-flow-summary': { content: 'Cash Flow old.pdf' } }
    const files = [file('2027 Q1/Cash Flow.pdf')]
    const of = setAside('cash-flow-summary')
    expect(matchPapers(files, quarter, slots, of)).toMatchObject([{ slot: 'cash-flow-summary' }])
  })
})

it('leaves papers with the name of a card of the foundation’s own to that card', () => {
  const isOwnCard = (name: string) => name.startsWith('Gift')
  const files = [file('2027 Q1/Gift Acceptance.pdf')]
  expect(matchPapers(files, quarter, {}, { isOwnCard })).toMatchObject([{ kind: 'none' }])
})
