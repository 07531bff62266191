import { expect, it } from 'vitest'
import { folded, foldedWords, inOneLine } from './search-words.ts'

it.each([
  ['José ÁLVAREZ, Sørensen', ['jose', 'alvarez', 'sorensen']],
  ['the ﬁrst ofﬁce', ['the', 'first', 'office']],
  ["foundation’s trustees’ Foundation's", ['foundation', 'trustees', 'foundation']],
  ['don’t, we’ll', ['dont', 'well']],
  ['O’Brien', ['o', 'brien']],
  ['con\u00ADser\u200Bva\u00ADtion', ['conservation']],
  ['long-term', ['long', 'term', 'longterm']],
  ['$1,250,000 of 1.250.000', ['1250000', 'of', '1250000']],
  ['Q4 2026, 11/20/2026', ['q4', '2026', '11', '20', '2026', '2026ˑ11ˑ20']],
  ['½ ₂', ['1⁄2', '2']],
  ['預算 2026年', ['預', '算', '2026', '年']],
  ['תַּקְצִיב', ['תקציב']],
])('reads the words of %j', (text, words) => {
  expect(foldedWords(text)).toEqual(words)
})

it.each([
  ['7/14/2033 and 14.7.2033', '2033ˑ07ˑ14'],
  ['on the 14th of\nJuly 2033', '2033ˑ07ˑ14'],
  ['1 234 567,89', '1234567ˑ89'],
  ['DE89 3704 0044 0532 0130 00', 'de89370400440532013000'],
  ['95-1234567', '951234567'],
  ['AT&T', 'atˑt'],
  ['501 (c)(3)', '501c3'],
  ['COVID-19', 'covid19'],
])('adds %j in one spelling', (text, term) => {
  expect(foldedWords(text)).toContain(term)
})

it.each(['31/31/2033', '2/30/2033', 'version 1.2.2033.4', 'Q4 2026-1'])(
  'reads no date in %j',
  (text) => {
    expect(foldedWords(text).filter((word) => /^\d{4}ˑ\d\d/.test(word))).toEqual([])
  },
)

it('reads a page of very many hyphens and numbers', () => {
  const count = 20_000
  expect(foldedWords('on-call 1 2/3 '.repeat(count)).length).toBeGreaterThan(5 * count)
})

it('tells a decimal fraction from other digits', () => {
  expect(folded('1.2')).not.toBe(folded('12'))
  expect(folded('1.25').startsWith(folded('1.2'))).toBe(true)
  expect(folded('1,250.75')).toBe(folded('1250.75'))
})

it('reads a word that is divided at the end of a line as one word and as its parts', () => {
  expect(foldedWords('the conserva-\ntion plan')).toEqual([
    'the',
    'conserva',
    'tion',
    'plan',
    'conservation',
  ])
  expect(foldedWords('the conserva\u00AD\ntion')).toContain('conservation')
  expect(foldedWords('Q-\nFour')).toEqual(['q', 'four'])
})

it('joins a divided word only if the caller asks for it', () => {
  const text = 'a long-\nterm  conserva-\ntion\nplan'
  expect(inOneLine(text, (word) => word === 'conservation')).toBe('a long-term conservation plan')
})
