import { expect, it } from 'vitest'
import { shownQuotation } from './shown-quotation.ts'

const quoted = (text: string) => {
  const [prefix = '', exact = '', suffix = ''] = text.split('|')
  return shownQuotation({ exact, prefix, suffix })
}

it('shows a quotation of whole words as it is', () => {
  expect(quoted('the |annual surplus| of 2026')).toBe('annual surplus')
  expect(quoted('|Annual surplus|')).toBe('Annual surplus')
  expect(quoted('(|annual surplus|), as')).toBe('annual surplus')
  expect(quoted('the |annual surplus |of 2026')).toBe('annual surplus ')
})

it('shows where a quotation begins or ends inside a word', () => {
  expect(quoted('the ann|ual surplus| of 2026')).toBe('…ual surplus')
  expect(quoted('the |annual sur|plus of 2026')).toBe('annual sur…')
  expect(quoted('the |annual surplus of 20|26')).toBe('annual surplus of 20…')
  expect(quoted('für |die Überschü|sse')).toBe('die Überschü…')
})

it('knows the words of scripts that don’t separate them', () => {
  expect(quoted('理事会は|予算|を承認した')).toBe('予算')
})
