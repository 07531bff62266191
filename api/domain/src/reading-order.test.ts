import { describe, expect, it } from 'vitest'
import { inReadingOrder } from './reading-order.ts'

/** Parts of a line from left to right, in the order given. */
const line = (...parts: string[]) =>
  parts.map((str, index) => ({
    str,
    hasEOL: index === parts.length - 1,
    transform: [1, 0, 0, 1, 10 * index, 700],
  }))
const read = (items: (ReturnType<typeof line>[number] | { type: string })[]) =>
  inReadingOrder(items)
    .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '|' : ''}` : '#'))
    .join('')

describe('a right-to-left line that is written as it looks', () => {
  it('is read from the right', () => {
    expect(read(line('م', 'ا', 'ظ', 'ن', 'ل', 'ا'))).toBe('النظام|')
  })

  it('keeps the order of numbers and of words of the other direction', () => {
    const parts = ['.', 'Larkspur', ' ', 'Trust', ' ', 'ةسسؤم', ' ', '4,200', ' ', 'غ', 'لبم']
    expect(read(line(...parts))).toBe('لبمغ 4,200 ةسسؤم Larkspur Trust.|')
  })

  it('has the signs after a number behind it', () => {
    expect(read(line('.40', ' ', 'ة', 'داملا'))).toBe('داملاة 40.|')
    expect(read(line('(7)', ' ', 'ة', 'داملا'))).toBe('داملاة (7)|')
  })
})

it('reads right-to-left words in a line of the other direction', () => {
  const parts = ['The board (', 'ة', 'راداإ', ') approves item 7']
  expect(read(line(...parts))).toBe('The board (راداإة) approves item 7|')
})

it('leaves lines that are written in their order, and those of the other direction', () => {
  const inOrder = line('ال', 'نظ', 'ام').map((item, index) => ({
    ...item,
    transform: [1, 0, 0, 1, 100 - 10 * index, 700],
  }))
  expect(read(inOrder)).toBe('النظام|')
  const latin = line('Budget', ' ', 'Update')
  expect(inReadingOrder(latin)).toEqual(latin)
})

it('leaves out the markers of a page that it puts in order, and no others', () => {
  const marker = { type: 'beginMarkedContent' }
  expect(read([...line('ب', 'ا'), marker, ...line('د', 'ج')])).toBe('اب|جد|')
  expect(read([...line('Budget'), marker, ...line('ا')])).toBe('Budget|#ا|')
})
