import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wcagContrast } from 'culori'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentTokens, type AccentTokens, type Scheme, schemeRules } from './accent-tokens.ts'
import { defaultAccent } from './make-branding.ts'

const css = readFileSync(
  join(import.meta.dirname, '../../../../../shared-ui/src/tokens.css'),
  'utf8',
)
const token = (name: string, scheme: Scheme) => {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css)!
  return { light: light!, dark: dark! }[scheme]
}
const schemes: Scheme[] = ['light', 'dark']
const awkward = ['#ffff00', '#ffffff', '#000000', '#808080', '#0000ff', '#ff00ff', '#767676']

/** Each color with the background that it is shown on, and the minimum contrast between them. */
function pairs(tokens: AccentTokens, scheme: Scheme): [string, string, string, number][] {
  const { accent, 'accent-hover': hover, 'on-accent': on, 'accent-wash': wash } = tokens
  const grounds = ['paper', 'surface', 'raised', 'sunken'].map((name) => token(name, scheme))
  return [
    ...[...grounds, wash].flatMap((ground): [string, string, string, number][] => [
      ['accent', accent, ground, 4.5],
      ['accent-hover', hover, ground, 4.5],
    ]),
    ['on-accent', on, accent, 4.5],
    ['on-accent, hovered', on, hover, 4.5],
    ['ink on the wash', token('ink', scheme), wash, 7],
    ['ink-soft on the wash', token('ink-soft', scheme), wash, 4.5],
    ['focus on the wash', token('focus', scheme), wash, 3],
    ['line-strong on the wash', token('line-strong', scheme), wash, 3],
  ]
}

function tooPale(given: string): unknown[] {
  const { schemes: made } = accentTokens(given)
  return schemes.flatMap((scheme) =>
    pairs(made[scheme], scheme)
      .filter(([, first, second, least]) => wcagContrast(first, second) < least)
      .map(([name, first, second]) => [scheme, name, first, second, wcagContrast(first, second)]),
  )
}

describe('the tokens of an accent', () => {
  it.each([...awkward, defaultAccent])('can be read in both schemes: %s', (given) => {
    expect(tooPale(given)).toEqual([])
  })

  it('can be read in both schemes for any color', () => {
    const color = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(color, (given) => {
        expect(tooPale(given)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('keep a color that can be read, and name the schemes where it can’t', () => {
    const { schemes: made, adjusted } = accentTokens('#7a1f3d')
    expect(made.light.accent).toBe('#7a1f3d')
    expect(adjusted).toEqual(['dark'])
    expect(accentTokens('#ffff00').adjusted).toEqual(['light'])
    expect(accentTokens('#ffff00').schemes.dark.accent).toBe('#ffff00')
  })

  it('darken a pale color no further than needed, and lighten a dark one to 7:1', () => {
    const [pale, dark] = [
      accentTokens('#f2b600').schemes.light,
      accentTokens('#7a1f3d').schemes.dark,
    ]
    const least = (tokens: AccentTokens, scheme: Scheme) =>
      Math.min(
        ...[...schemeRules[scheme].grounds, tokens['accent-wash']].map((ground) =>
          wcagContrast(tokens.accent, ground),
        ),
      )
    expect(least(pale, 'light')).toBeCloseTo(4.5, 0)
    expect(least(dark, 'dark')).toBeGreaterThanOrEqual(7)
    expect(least(dark, 'dark')).toBeLessThan(7.3)
  })

  it('show that a button is hovered, for every color', () => {
    for (const given of [...awkward, defaultAccent]) {
      for (const scheme of schemes) {
        const { accent, 'accent-hover': hover } = accentTokens(given).schemes[scheme]
        expect([given, scheme, hover === accent]).toEqual([given, scheme, false])
      }
    }
  })

  it('are measured on the backgrounds of the style sheet', () => {
    for (const scheme of schemes) {
      const names = ['paper', 'surface', 'raised', 'sunken']
      const grounds = new Set(names.map((name) => token(name, scheme)))
      expect(new Set(schemeRules[scheme].grounds)).toEqual(grounds)
    }
    expect(defaultAccent).toBe(token('accent', 'light'))
  })
})
