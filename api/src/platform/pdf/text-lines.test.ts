import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isolated } from '@portal/domain/shown-text'
import { textLines, type TextStyle } from './text-lines.ts'

const style: TextStyle = { weight: 'text', size: 12, width: 400 }

const laidOut = (text: string, change: Partial<TextStyle> = {}) => {
  const { lines, isWhole } = textLines(text, { ...style, ...change })
  return { isWhole, lines, shown: lines.map(({ runs }) => runs.map(({ letters }) => letters)) }
}

describe('the letters of a text', () => {
  it.each([
    'José Łukasz Žižek Șerban İstanbul Nguyễn Thị Ánh',
    'Ελένη Παπαδοπούλου, Алексей Ёжиков, Їжак',
    'ქართული, Հայերեն',
    'محمد علی',
    'דוד כהן',
    '北京市 臺灣議會',
    '理事会の資料「カタカナ」',
    '한국어 이사회',
    'हिन्दी क्षत्रिय',
    'คณะกรรมการ',
    '😀🎉👍🏽👩‍💻 ✓ → €₹',
  ])('are all in a font: %s', (text) => {
    for (const weight of ['text', 'strong'] as const) {
      expect(laidOut(text, { weight }).isWhole).toBe(true)
    }
  })

  it('are ▯ where no font has them', () => {
    expect(laidOut('Addis አዲስ')).toMatchObject({ isWhole: false, shown: [['Addis ', '▯▯▯']] })
  })

  it('leave out characters that are not shown and those that reorder others', () => {
    expect(laidOut('exe\u202Efdp\u200B\u0007\u2060').shown).toEqual([['exefdp']])
  })

  it('are in one font within a word', () => {
    expect(laidOut('Thị Nguyễn, Budget').shown).toEqual([['Thị Nguyễn, ', 'Budget']])
  })

  it('keep the joiners that change the forms of letters', () => {
    expect(laidOut('می\u200Cخواهم').shown).toEqual([['می\u200Cخواهم']])
  })
})

describe('right-to-left text', () => {
  it('keeps its words in that order, and numbers and Latin words in theirs', () => {
    expect(laidOut('תקציב 2026 Draft').shown).toEqual([['Draft', ' ', '2026', 'תקציב ']])
  })

  it('has its brackets the right way round', () => {
    expect(laidOut('תקציב (טיוטה)').shown).toEqual([['תקציב )טיוטה(']])
    expect(laidOut('תקציב (北京)').shown).toEqual([['(', '北京', 'תקציב )']])
  })

  it('keeps its order as a name within a left-to-right sentence, and reorders nothing around it', () => {
    expect(laidOut(`1. ${isolated('תקציב 2026')}, page 3`).shown).toEqual([
      ['1. ', '2026', 'תקציב ', ', ', 'page 3'],
    ])
  })

  it('is broken into lines from its beginning', () => {
    const { shown } = laidOut('אחת שתיים שלוש ארבע', { width: 70 })
    expect(shown.map((line) => line.join(''))).toEqual(['אחת שתיים', 'שלוש ארבע'])
  })
})

describe('lines', () => {
  it('break between words, and anywhere in Chinese', () => {
    expect(laidOut('Reserve fund report', { width: 90 }).shown).toEqual([
      ['Reserve fund'],
      ['report'],
    ])
    expect(laidOut('北京市理事会', { width: 40 }).shown).toEqual([['北京市'], ['理事会']])
  })

  it('break at line feeds', () => {
    expect(laidOut('One\r\n\nTwo').shown).toEqual([['One'], [], ['Two']])
  })

  it('break a word that is wider than a line, and never within a letter and its marks', () => {
    const { lines } = laidOut('q\u0323\u0307'.repeat(40), { width: 50 })
    const shown = lines.flatMap(({ runs }) => runs.map(({ letters }) => letters))
    expect(shown.length).toBeGreaterThan(3)
    for (const line of shown) expect(line).toMatch(/^(q\u0323\u0307)+$/)
  })

  it('are cut off with an ellipsis', () => {
    const { lines, shown } = laidOut('Reserve fund report', { width: 90, mostLines: 1 })
    expect(shown).toEqual([['Reserve fund …']])
    expect(lines[0]!.width).toBeLessThanOrEqual(90)
  })

  it('have no more marks on a letter than a font can place quickly', () => {
    expect(laidOut(`q${'\u0323'.repeat(5000)}z`).shown).toEqual([[`q${'\u0323'.repeat(8)}z`]])
  })

  it('lose no letter and are no wider than requested, regardless of the text', () => {
    const words = [
      'Budget',
      'תקציב',
      'محمد',
      '北京',
      '한국',
      '😀',
      '(2026)',
      '12',
      '-',
      'W'.repeat(40),
    ]
    const texts = fc.array(fc.oneof(fc.constantFrom(...words, ' ', '\n'), fc.string()))
    fc.assert(
      fc.property(texts, fc.integer({ min: 30, max: 300 }), (parts, width) => {
        const text = parts.join('')
        const { lines, shown } = laidOut(text, { width })
        for (const line of lines) expect(line.width).toBeLessThanOrEqual(width + 0.01)
        const unbroken = laidOut(text, { width: 1e9 }).shown
        expect(lettersOf(shown)).toEqual(lettersOf(unbroken))
      }),
      { numRuns: 300 },
    )
  })
})

/** Sorted, without spaces, which end lines. */
function lettersOf(shown: string[][]): string[] {
  return Array.from(shown.flat().join(''))
    .filter((letter) => letter.trim() !== '')
    .toSorted()
}
