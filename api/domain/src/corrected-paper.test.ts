import { describe, expect, it } from 'vitest'
import { correctedPaper, type MappedPaper, sharedWords, wordSketch } from './corrected-paper.ts'
import type { MaterialType, Slot } from './slot-names.ts'

const today = { year: 2026, quarter: 4 }

const inSlot = (materialType: MaterialType, year = 2026, quarter = 4): Slot => ({
  kind: 'meeting',
  year,
  quarter,
  materialType,
})
const paper = (name: string, ...slots: Slot[]): MappedPaper => ({
  id: name,
  name,
  slots: slots.length > 0 ? slots : [inSlot('additional-material-1')],
})

/** Numbered sentences; the changed ones have another amount. */
function textOf(from: number, to: number, ...changed: number[]): string[] {
  return Array.from({ length: to - from }, (_, index) => {
    const at = from + index
    const amount = changed.includes(at) ? at * 31 + 7 : at * 17
    return `Line ${at} of the model spends ${amount} dollars on program ${at % 7} this year.`
  })
}

describe('a file that resembles a mapped paper by its name', () => {
  it.each([
    ['Cash Flow Q4 2026.pdf', 'Cash Flow Q4 2026.pdf'],
    ['Cash Flow Q4 2026 (corrected).pdf', 'Cash Flow Q4 2026.pdf'],
    ['Cash Flow Q4 2026 v2.pdf', 'Cash Flow Q4 2026.pdf'],
    ['Cash Flow Q4 2026 (1).pdf', 'Cash Flow Q4 2026.pdf'],
    ['Copy of Cash Flow Q4 2026.pdf', 'Cash Flow Q4 2026.pdf'],
    ['cash_flow-q4-2026-REVISED-final.docx', 'Cash Flow Q4 2026.pdf'],
    ['Grants Memo 2026-11-20.pdf', 'Grants Memo 2026-11-03.pdf'],
    ['Grants Memo.pdf', 'Grants Memo Q4 2026.pdf'],
    ['Memo on the Grants, amended.pdf', 'Memo on Grants.pdf'],
    ['Grants Memo (corrected 2).pdf', 'Grants Memo (corrected).pdf'],
  ])('is proposed as its new version: %s, %s', (file, name) => {
    expect(correctedPaper({ name: file }, [paper(name)], today)).toEqual({ id: name, by: 'name' })
  })

  it.each([
    ['Cash Flow Q1 2027.pdf', 'Cash Flow Q4 2026.pdf'],
    ['Grants Memo 2027-02-03.pdf', 'Grants Memo 2026-11-03.pdf'],
    ['Grants Memo 2027.pdf', 'Grants Memo 2026.pdf'],
    ['Exhibit 3.pdf', 'Exhibit 2.pdf'],
    ['Finance Committee Minutes.pdf', 'Governance Committee Minutes.pdf'],
    ['Spend-Down Model.pdf', 'Spend-Down Overview.pdf'],
    ['Succession Memo.pdf', 'Grants Memo.pdf'],
    ['Final.pdf', 'Draft.pdf'],
  ])('isn’t proposed for a paper with another name or time: %s, %s', (file, name) => {
    expect(correctedPaper({ name: file }, [paper(name)], today)).toBeUndefined()
  })

  it('is proposed for a committee’s meeting of this quarter, but not of an earlier one', () => {
    const forecast = (meeting: string) =>
      paper('Forecast.pdf', { kind: 'meeting', meeting, materialType: 'k1' })
    const file = { name: 'Forecast revised.pdf' }
    expect(correctedPaper(file, [forecast('2026-11-12-finance')], today)).toBeDefined()
    expect(correctedPaper(file, [forecast('2026-09-30-finance')], today)).toBeUndefined()
  })

  it('isn’t matched to a policy by its words if it names a quarter', () => {
    const words = wordSketch(textOf(0, 40))
    const policy = {
      id: 'policy',
      name: 'Reserve Policy.pdf',
      words,
      slots: [{ kind: 'governance', policyType: 'bylaws' } as const],
    }
    expect(
      correctedPaper({ name: 'Site Visits Q1 2027.pdf', words }, [policy], today),
    ).toBeUndefined()
    expect(correctedPaper({ name: 'Reserve Policy Q1 2027.pdf', words }, [policy], today)).toEqual({
      id: 'policy',
      by: 'name',
    })
    expect(correctedPaper({ name: 'Site Visits.pdf', words }, [policy], today)?.by).toBe('words')
  })

  it('is matched to the paper in the slot that its name contains', () => {
    const papers = [
      paper('BvA Larkspur.pdf', inSlot('budget-vs-actual')),
      paper('Old BvA.pdf', inSlot('budget-vs-actual', 2026, 3)),
    ]
    const file = { name: 'Budget vs Actual Q4 2026.pdf' }
    expect(correctedPaper(file, papers, today)).toEqual({ id: 'BvA Larkspur.pdf', by: 'name' })
  })

  it('isn’t matched to an earlier quarter’s paper, unless it names that quarter', () => {
    const papers = [paper('Agenda.pdf', inSlot('agenda', 2026, 3))]
    expect(correctedPaper({ name: 'Agenda.pdf' }, papers, today)).toBeUndefined()
    const file = { name: 'Agenda Q3 2026.pdf' }
    expect(correctedPaper(file, papers, today)).toEqual({ id: 'Agenda.pdf', by: 'name' })
  })

  it('is matched to the paper with which it shares most words', () => {
    const papers = [
      { ...paper('Memo.pdf'), id: 'other', words: wordSketch(textOf(500, 600)) },
      { ...paper('Memo.pdf'), id: 'same', words: wordSketch(textOf(0, 100)) },
    ]
    const file = { name: 'Memo.pdf', words: wordSketch(textOf(0, 100, 40)) }
    expect(correctedPaper(file, papers, today)).toEqual({ id: 'same', by: 'name' })
  })
})

describe('a file that resembles a mapped paper by its words', () => {
  const words = wordSketch(textOf(0, 200))
  const mapped = { ...paper('Spend-Down Model.pdf'), words }
  const find = (file: { name: string; text: string[] }, papers = [mapped]) =>
    correctedPaper({ name: file.name, words: wordSketch(file.text) }, papers, today)

  it('is proposed as its new version, regardless of its name', () => {
    const text = textOf(0, 200, 3, 50, 51, 120)
    const match = { id: 'Spend-Down Model.pdf', by: 'words' }
    expect(find({ name: 'scan0042.pdf', text })).toEqual(match)
    expect(find({ name: 'scan0042.pdf', text: textOf(0, 230) })).toEqual(match)
  })

  it('isn’t proposed if most words differ, or if it names another quarter', () => {
    expect(find({ name: 'scan0042.pdf', text: textOf(150, 400) })).toBeUndefined()
    expect(find({ name: 'Model Q1 2027.pdf', text: textOf(0, 200) })).toBeUndefined()
  })

  it('is matched to an earlier quarter’s paper only if nearly all words are equal', () => {
    const earlier = [{ ...mapped, slots: [inSlot('spend-down-model', 2026, 3)] }]
    expect(find({ name: 'model.pdf', text: textOf(0, 200, 3) }, earlier)?.by).toBe('words')
    const nextQuarter = textOf(0, 200, ...Array.from({ length: 60 }, (_, at) => at * 3))
    expect(find({ name: 'model.pdf', text: nextQuarter }, earlier)).toBeUndefined()
  })
})

describe('the words that two texts share', () => {
  it('are estimated within a tenth', () => {
    const shareOf = (a: string[], b: string[]) => sharedWords(wordSketch(a)!, wordSketch(b)!)
    expect(shareOf(textOf(0, 300), textOf(0, 300))).toBe(1)
    expect(shareOf(textOf(0, 300), textOf(1000, 1300))).toBeLessThan(0.1)
    expect(Math.abs(shareOf(textOf(0, 300), textOf(100, 400)) - 0.5)).toBeLessThan(0.1)
  })

  it('aren’t counted if a text is as short as a scan’s', () => {
    expect(wordSketch(['Page 1 of 2', 'Page 2 of 2'])).toBeUndefined()
    expect(wordSketch([])).toBeUndefined()
  })
})
