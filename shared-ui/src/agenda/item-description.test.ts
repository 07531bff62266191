import { expect, it } from 'vitest'
import { cutText } from './item-description.tsx'

it('keeps a text that is hardly longer than the limit', () => {
  const text = 'word '.repeat(40).trim()
  expect(cutText(text)).toEqual({ head: text, rest: '' })
})

it('truncates a long text at the end of a word, and loses nothing', () => {
  const text = 'word '.repeat(60).trim()
  const { head, rest } = cutText(text)
  expect(head.length).toBeLessThanOrEqual(130)
  expect(head.endsWith('word')).toBe(true)
  expect(head + rest).toBe(text)
})

it('truncates a text without spaces too', () => {
  const { head, rest } = cutText('x'.repeat(500))
  expect([head.length, rest.length]).toEqual([130, 370])
})
