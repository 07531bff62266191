import { getDocument } from 'unpdf/pdfjs'
import { expect, it } from 'vitest'
import { type Quarter, quarterAfter } from '@portal/domain/quarter'
import { usualMeeting } from '../days.ts'
import { keepLedger, sunsetYear, total } from '../figures/ledger.ts'
import { groupIds, groups, linesOf } from '../figures/lines.ts'
import { papers } from '../plan.ts'
import { standingText } from '../policies/all.ts'
import { assets, type Briefing, briefingOf } from './briefing.ts'
import { grantBook } from './grant-book.ts'
import { planOpening, scenarios } from './outlook.ts'
import { writePaper } from './write-paper.ts'

const quarters = [2026, 2027, 2034, 2035, 2039].flatMap((year) =>
  [1, 2, 3, 4].map((quarter) => ({ year, quarter })),
)

function briefing(of: Quarter): Briefing {
  const [last, next] = [quarterAfter(of, -1), quarterAfter(of)].map(usualMeeting)
  return briefingOf(of, { last: last!, this: usualMeeting(of), next: next! })
}

/** The lines of a paper, or of its first two pages and its last. */
async function read(pdf: Uint8Array, which: 'all' | 'ends' = 'all') {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const lines: string[] = []
  for (let at = 1; at <= document.numPages; at++) {
    if (which === 'ends' && at > 2 && at < document.numPages) continue
    const { items } = await (await document.getPage(at)).getTextContent()
    const rows = new Map<number, string[]>()
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const y = Math.round(item.transform[5] as number)
      rows.set(y, [...(rows.get(y) ?? []), item.str])
    }
    lines.push(...[...rows.values()].map((parts) => parts.join(' ').replace(/\s+/g, ' ')))
  }
  const outline = await document.getOutline()
  const structure = await (await document.getPage(1)).getStructTree()
  return { pages: document.numPages, lines, text: lines.join('\n'), outline, structure, document }
}

/** The figures of the first line that starts with this name. */
function figuresOf(lines: string[], name: string): number[] {
  const line = lines.find((candidate) => candidate.startsWith(`${name} `) && /\d$/.test(candidate))!
  return line
    .slice(name.length)
    .trim()
    .split(' ')
    .map((figure) => Number(figure.replace('−', '-').replace(/[,%]/g, '')))
}

it('keeps books in which every month closes as the next one opens', () => {
  for (const year of [2026, 2034, 2035, 2050]) {
    const { months } = keepLedger(sunsetYear(year), year, 12)
    for (const [at, month] of months.entries()) {
      const { opening, closing, returns, transfers, spent, excise } = month
      expect(total(transfers)).toBe(0)
      expect(total(closing)).toBe(total(opening) + total(returns) - total(spent) - excise)
      expect(total(returns)).toBe(month.income + month.gains - month.fees)
      for (const value of Object.values(closing)) expect(value).toBeGreaterThan(0)
      if (at > 0) expect(opening).toEqual(months[at - 1]!.closing)
    }
  }
})

it('plans to spend the last dollar on the last day', () => {
  for (const quarter of quarters) {
    const given = briefing(quarter)
    for (const { years } of scenarios(given)) {
      expect(years[0]!.opening).toBe(planOpening(given))
      expect(years.at(-1)!.closing).toBe(0)
      for (const [at, plan] of years.entries()) {
        expect(plan.closing).toBe(plan.opening + plan.returns - plan.grants - plan.operating)
        expect(plan.grants).toBeGreaterThanOrEqual(0)
        if (at > 0) expect(plan.opening).toBe(years[at - 1]!.closing)
      }
    }
    expect(assets(given)).toBeGreaterThan(1000)
  }
})

it('names no grantee twice in a docket', () => {
  for (const quarter of quarters) {
    const names = grantBook(briefing(quarter)).map(({ grantee }) => grantee)
    expect(new Set(names).size).toBe(names.length)
  }
})

it('prints tables with correct sums', async () => {
  const { lines } = await read(
    await writePaper('Budget vs Actual', briefing({ year: 2026, quarter: 4 })),
  )
  const from = lines.indexOf('Results by line')
  const table = lines.slice(from)
  const wholes: number[][] = []
  // Budget, actual, variance and the year's budget, without the percentage between them.
  const summed = [0, 1, 2, 4]
  for (const group of groupIds) {
    const rows = linesOf(group).map(({ name }) => figuresOf(table, name))
    const whole = summed.map((at) => rows.reduce((sum, row) => sum + row[at]!, 0))
    const printed = figuresOf(
      table,
      `Total ${group === 'programs' ? group : groups[group].toLowerCase()}`,
    )
    expect(summed.map((at) => printed[at])).toEqual(whole)
    wholes.push(whole)
  }
  const printed = figuresOf(table, 'Total spending')
  const sums = summed.map((_, at) => wholes.reduce((sum, whole) => sum + whole[at]!, 0))
  expect(summed.map((at) => printed[at])).toEqual(sums)
})

it('writes papers of several pages with bookmarks, tags and their own fonts', async () => {
  const given = briefing({ year: 2027, quarter: 1 })
  const isLong = process.env['TEST_LONG'] === '1'
  const written = papers.filter(
    ({ name }, index) => isLong || name === 'Grants Docket' || index % 4 === 0,
  )
  for (const { name } of written) {
    const pdf = await writePaper(name, given)
    const { pages, text, outline, structure, document } = await read(pdf, 'ends')
    expect(pages, name).toBeGreaterThan(1)
    if (name === 'Grants Docket') expect(pages).toBeGreaterThanOrEqual(60)
    expect(outline.length, name).toBeGreaterThanOrEqual(2)
    expect(text).toContain('Larkspur Foundation · Q1 2027 Board Meeting')
    expect(text).toContain(`Page ${pages} of ${pages}`)
    expect(text).not.toMatch(/undefined|NaN|\[object/)
    expect(JSON.stringify(structure)).toContain('"role":"H1"')
    const { info } = await document.getMetadata()
    expect(info).toMatchObject({ Author: 'Larkspur Foundation' })
  }
})

it('writes the same paper for the same quarter', async () => {
  const write = () => writePaper('Cash Flow Summary', briefing({ year: 2026, quarter: 3 }))
  expect(Buffer.compare(await write(), await write())).toBe(0)
})

it('covers meetings, quorum and the closing date in the bylaws', async () => {
  const { pages, text } = await read(await standingText('Bylaws', 2026))
  expect(pages).toBeGreaterThanOrEqual(9)
  for (const words of ['Article IV. Meetings', 'Quorum', 'December 31, 2040']) {
    expect(text).toContain(words)
  }
})
