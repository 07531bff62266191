import { describe, expect, it } from 'vitest'
import { pageLetters } from './page-letters.ts'

describe('the letters of a page', () => {
  it('stay the same no matter how words and lines are joined', () => {
    const pages = ['Grants paid\n4,200', 'Grants paid 4,200', ' Grants\u00A0paid4,200\n']
    expect(new Set(pages.map((page) => pageLetters(page).text))).toEqual(
      new Set(['Grantspaid4,200']),
    )
  })

  it('write ligatures and wide forms as plain letters', () => {
    expect(pageLetters('of\uFB01ce \uFF11').text).toBe('office1')
  })

  it('stay the same whether or not a reader normalizes characters', () => {
    const characters = Array.from({ length: 0xff_ff }, (_, code) => String.fromCodePoint(code))
    const different = characters.filter((character) => {
      const normalized = character.normalize('NFKC')
      return pageLetters(normalized).text !== pageLetters(character).text
    })
    expect(different).toEqual([])
  })

  it('map each unit of the text to its place', () => {
    const { text, at } = pageLetters('a \uFB01 😀b')
    expect(text).toBe('afi😀b')
    expect([...at]).toEqual([0, 1, 1, 3, 3, 3, 5, 6])
  })
})
