import { expect, it } from 'vitest'
import { errorLines, printable } from './print.ts'

it.each([
  ['a terminal’s escape', 'a\u001b[2Kb', 'a\\u001b[2Kb'],
  ['an 8-bit escape', 'a\u009b2Kb', 'a\\u009b2Kb'],
  ['a return to the start of the line', 'mallory\rruth', 'mallory\\u000druth'],
  ['a backspace', 'a\b', 'a\\u0008'],
  ['an end of line', 'one\ntwo', 'one\\u000atwo'],
  ['a line separator', 'one\u2028two', 'one\\u2028two'],
  ['a direction mark', 'a\u202eb\u2066c\u200fd\u061c', 'a\\u202eb\\u2066c\\u200fd\\u061c'],
  ['an invisible letter', 'ru\u200bth\ufeff\u00ad', 'ru\\u200bth\\ufeff\\u00ad'],
  ['a filler', 'a\u3164', 'a\\u3164'],
  ['a tag', 'a\u{e0041}', 'a\\udb40\\udc41'],
  ['half a pair', 'a\ud83d', 'a\\ud83d'],
])('shows %s', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
})

it('leaves what people write unchanged', () => {
  const text = 'Zürich “été” — 3 × 5, 理事会 שלום 👩 \\u001b'
  expect(printable(text)).toBe(text)
})

it('keeps a line of JSON valid', () => {
  const text = 'a\u009b\u202e\u{e0041}\ud83d'
  expect(JSON.parse(printable(JSON.stringify({ text })))).toEqual({ text })
})

it('keeps an error’s message on one line, and its stack and causes below', () => {
  const cause = new Error('inner\nAdmins: none.')
  const lines = errorLines(new Error('outer\n    at nobody', { cause }))
  expect(lines[0]).toBe('Error: outer\n    at nobody')
  expect(lines).toContain('Caused by Error: inner\nAdmins: none.')
  expect(lines.filter((line) => line.includes('print.test.ts')).length).toBeGreaterThan(1)
  expect(errorLines('text')).toEqual(['text'])
})
