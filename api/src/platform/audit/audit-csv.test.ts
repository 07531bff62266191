import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvHead, csvLine } from './audit-service.ts'

const zone = 'America/Los_Angeles'

/** Parses CSV (RFC 4180). */
function read(text: string): string[][] {
  const lines: string[][] = [[]]
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)
  for (const [, quoted, plain, end] of cells) {
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(0, -1)
}

/** Strings with many characters that are special in CSV and spreadsheets. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom('=', '+', '-', '@', '"', ',', '\r', '\n', '\t', '＝', ';', "'", 'a', ' '),
    )
    .map((parts) => parts.join('')),
)
const entry = fc.record({
  id: text,
  at: text,
  by: text,
  what: text,
  subject: text,
  reason: text,
  times: fc.nat(),
  before: fc.constant(null),
  after: fc.jsonValue(),
})

describe('a CSV line', () => {
  it('has the local time and the names in words in addition to UTC and ids', () => {
    const recorded = {
      id: '',
      at: '2026-11-01T06:30:00.000Z',
      by: 'admin key',
      what: 'user saved',
      subject: 'u-17',
      before: null,
      after: { displayName: 'Nora Field', email: 'nora@larkspur.example' },
    }
    const head = read(csvHead(zone).replace('\uFEFF', ''))[0]!
    expect(head.slice(-5)).toEqual([
      'time in America/Los_Angeles',
      'name',
      'change',
      'person',
      'person id',
    ])
    expect(read(csvLine(recorded, zone))[0]!.slice(-5)).toEqual([
      '2026-10-31 23:30:00',
      'Nora Field (nora@larkspur.example)',
      'User saved',
      'A server with the admin key',
      '',
    ])
  })

  it('has a person’s name and id in addition to the address', () => {
    const by = { by: 'ruth@larkspur.example', byName: '=Ruth, Abelman', byId: 'u-1' }
    const recorded = { id: '', at: '', what: '', subject: '', before: null, after: null, ...by }
    const cells = read(csvLine(recorded, zone))[0]!
    expect(cells[1]).toBe('ruth@larkspur.example')
    expect(cells.slice(-2)).toEqual(["'=Ruth, Abelman", 'u-1'])
    const { byName: _name, ...nameless } = recorded
    expect(read(csvLine(nameless, zone))[0]!.at(-2)).toBe('ruth@larkspur.example')
  })

  it('writes as many cells as the header has, for any entry', () => {
    const columns = read(csvHead(zone).replace('\uFEFF', ''))[0]!.length
    fc.assert(
      fc.property(entry, (recorded) => {
        const lines = read(csvLine(recorded, zone))
        expect(lines).toHaveLength(1)
        expect(lines[0]).toHaveLength(columns)
      }),
    )
  })

  it('preserves every text but for apostrophes before possible formulas', () => {
    fc.assert(
      fc.property(entry, (recorded) => {
        const [at, by, what, subject, reason, times] = read(csvLine(recorded, zone))[0]!
        const cells = [at, by, what, subject, reason]
        const texts = [recorded.at, recorded.by, recorded.what, recorded.subject, recorded.reason]
        const bare = (value: string | undefined) => value?.replaceAll("'", '')
        cells.forEach((cell, n) => expect(bare(cell)).toBe(bare(texts[n])))
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
        expect(times).toBe(String(recorded.times))
      }),
    )
  })

  it('writes no formula for a spreadsheet that splits at semicolons or tabs inside quotes', () => {
    fc.assert(
      fc.property(entry, (recorded) => {
        for (const cell of csvLine(recorded, zone).split(/[;\t\r\n]/)) {
          expect(cell).not.toMatch(/^"*[=+\-@＝＋－＠]/)
        }
      }),
    )
  })

  it.each([
    ['Budget;=HYPERLINK("x")', `Budget;'=HYPERLINK("x")`],
    ['a;"=1+1"', `a;'"=1+1"`],
    ['a\t@SUM(1)', `a\t'@SUM(1)`],
    ['a\n-2', `a\n'-2`],
    ['first; second - third', 'first; second - third'],
    ['2026-11-20', '2026-11-20'],
  ])('writes %j as %j', (given, written) => {
    const recorded = { at: '', by: '', what: '', subject: given, before: null, after: null }
    expect(read(csvLine({ id: '', ...recorded }, zone))[0]![3]).toBe(written)
  })
})
