import { clampChroma, converter, formatHex, wcagContrast } from 'culori'

export type Scheme = 'light' | 'dark'

/** The tokens of `tokens.css` that are made from the accent, without their dashes. */
export type AccentTokens = {
  accent: string
  'accent-hover': string
  'on-accent': string
  'accent-wash': string
  'accent-line': string
}

export type Accent = {
  given: string
  schemes: Record<Scheme, AccentTokens>
  /** Schemes in which the accent has a different lightness than the given color, to be readable. */
  adjusted: Scheme[]
}

type Lch = { l: number; c: number; h: number }

type SchemeRules = {
  /** The backgrounds in `tokens.css` of text in the accent color. */
  grounds: string[]
  /** The contrast to reach if the given color has less than 4.5:1. */
  target: number
  /** Which way to move for more contrast. */
  step: number
  /** The maximum chroma of an accent that is moved: calm on a dark page. */
  most: number
  wash: Shade
  line: Shade
}

/** A lightness, and the accent's chroma by a factor and up to a maximum. */
type Shade = { l: number; factor: number; most: number }

/** WCAG 2.2 AA for text. */
const leastContrast = 4.5

/**
 * In the dark scheme most accents become another color in any case, so they get the contrast of the portal's own. In
 * the light scheme a pale accent stays as near to the foundation's color as can be read.
 */
export const schemeRules: Record<Scheme, SchemeRules> = {
  light: {
    grounds: ['#faf8f4', '#ffffff', '#f2efe8'],
    target: leastContrast,
    step: -0.005,
    most: Infinity,
    wash: { l: 0.945, factor: 0.2, most: 0.024 },
    line: { l: 0.82, factor: 0.5, most: 0.05 },
  },
  dark: {
    grounds: ['#14181a', '#1b2124', '#232a2d', '#101416'],
    target: 7,
    step: 0.005,
    most: 0.1,
    wash: { l: 0.29, factor: 0.5, most: 0.045 },
    line: { l: 0.43, factor: 0.8, most: 0.06 },
  },
}

/** The tokens of a foundation's accent: a hue and chroma of its own, in lightnesses that can be read. */
export function accentTokens(given: string): Accent {
  const { l, c, h = 0 } = converter('oklch')(given)!
  const lch = { l, c, h }
  const both = {
    light: tokensIn(lch, given, schemeRules.light),
    dark: tokensIn(lch, given, schemeRules.dark),
  }
  return {
    given,
    schemes: {
      light: { ...both.light, 'on-accent': '#ffffff' },
      dark: { ...both.dark, 'on-accent': hexOf({ l: 0.2, c: Math.min(c, 0.03), h }) },
    },
    adjusted: (['light', 'dark'] as const).filter((scheme) => both[scheme].accent !== given),
  }
}

function tokensIn(
  lch: Lch,
  given: string,
  { grounds, target, step, most, wash, line }: SchemeRules,
): Omit<AccentTokens, 'on-accent'> {
  const accentWash = shade(lch, wash)
  const contrastOf = (hex: string) =>
    Math.min(...[...grounds, accentWash].map((ground) => wcagContrast(hex, ground)))
  let { l, c } = lch
  let accent = given
  if (contrastOf(given) < leastContrast) {
    c = Math.min(c, most)
    do {
      l += step
      accent = hexOf({ ...lch, l, c })
    } while (contrastOf(accent) < target)
  }
  return {
    accent,
    'accent-hover': hexOf({ ...lch, l: hoverLightness(l, step), c }),
    'accent-wash': accentWash,
    'accent-line': shade(lch, line),
  }
}

/** A step of more contrast, or of less if there is no room for more. */
function hoverLightness(l: number, step: number): number {
  if (step < 0) return l < 0.3 ? Math.max(l + 0.12, 0.3) : l - 0.06
  return l > 0.92 ? l - 0.08 : l + 0.06
}

function shade({ c, h }: Lch, { l, factor, most }: Shade): string {
  return hexOf({ l, c: Math.min(c * factor, most), h })
}

/** With less chroma where the screen can't show it. */
function hexOf({ l, c, h }: Lch): string {
  return formatHex(clampChroma({ mode: 'oklch', l, c, h }, 'oklch'))
}
