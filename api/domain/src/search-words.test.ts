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
