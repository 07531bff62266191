import { snippetParts } from '@portal/domain/snippet-parts'
import { expect, it } from 'vitest'
import { markedTitle } from './found-list.tsx'

const marked = (title: string, search: string) =>
  snippetParts(markedTitle(title, search))
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('')

it('marks the words of a title that begin with a searched word', () => {
  expect(marked('Reserve policy 2026', 'pol 2026')).toBe('Reserve [policy] [2026]')
})

it('marks a word regardless of case and accents', () => {
  expect(marked('José Álvarez', 'alvarez')).toBe('José [Álvarez]')
  expect(marked('Jose Alvarez', 'ÁLV')).toBe('Jose [Alvarez]')
})

it('marks no word by a letter that only happens to begin it', () => {
  expect(marked('Spend-down of the Foundation’s reserve', "foundation's reserve")).toBe(
    'Spend-down of the [Foundation’s] [reserve]',
  )
  expect(marked('Plan B of the board', 'b plan')).toBe('[Plan] [B] of the board')
})

it('marks nothing in the title if another part of the result matches', () => {
  expect(marked('Reserve policy', 'budget')).toBe('Reserve policy')
  expect(marked('Reserve policy', '(.*')).toBe('Reserve policy')
})
