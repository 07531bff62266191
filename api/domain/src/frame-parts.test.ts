import { describe, expect, it } from 'vitest'
import { brandOf, hasWideLogo, initialOf } from './frame-parts.ts'

describe('a foundation’s mark', () => {
  it.each([
    ['Larkspur Foundation', 'L'],
    ['The Evelyn Fund', 'E'],
    ['the evelyn fund', 'E'],
    ['The', 'T'],
    ['Thebes Trust', 'T'],
    ['Ørsted Fonden', 'Ø'],
    ['𝒜 Fund', '𝒜'],
  ])('takes the first letter of the name, without the article: %s', (name, initial) => {
    expect(initialOf(name)).toBe(initial)
  })

  it('calls a logo wide only if it is much wider than high', () => {
    expect(hasWideLogo({})).toBe(false)
    expect(hasWideLogo({ logoSize: { width: 150, height: 100 } })).toBe(false)
    expect(hasWideLogo({ logoSize: { width: 170, height: 100 } })).toBe(true)
  })

  it('replaces the foundation’s own name by a wide logo, which is left out of the folded menu', () => {
    const wide = { name: 'Larkspur', logoUrl: '/logo', logoSize: { width: 300, height: 100 } }
    const logo = { url: '/logo', alt: 'Larkspur', isWide: true, size: wide.logoSize }
    expect(brandOf(wide, 'Larkspur')).toEqual({ logo })
    expect(brandOf(wide, 'Board Portal')).toEqual({ logo, name: 'Board Portal' })
    expect(brandOf(wide, 'Board Portal', { markOnly: true })).toEqual({ initial: 'L' })
  })

  it('shows the initial of a foundation without a logo', () => {
    expect(brandOf({ name: 'Larkspur' }, 'Larkspur')).toEqual({ initial: 'L', name: 'Larkspur' })
  })
})
