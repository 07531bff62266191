import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bodyColors } from '@portal/domain/bodies'
import { describe, expect, it } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const colors = new Map(
  Array.from(css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/gu), (match) => [
    match[1] ?? '',
    { light: match[2] ?? '', dark: match[3] ?? '' },
  ]),
)

const grounds = ['paper', 'surface', 'raised', 'sunken']
const marks = ['note-yellow', 'note-green', 'note-blue', 'note-pink']
const text: Record<string, string[]> = {
  ink: [...grounds, ...marks],
  'ink-soft': grounds,
  accent: [...grounds, 'accent-wash'],
  'on-accent': ['accent', 'accent-hover'],
  good: ['surface', 'raised', 'good-wash'],
  warn: ['surface', 'raised', 'warn-wash'],
  bad: ['surface', 'raised', 'bad-wash'],
  'on-bad': ['bad', 'bad-hover'],
}
const bodies = Object.keys(bodyColors).map((color) => `body-${color}`)
const lines: Record<string, string[]> = Object.fromEntries(
  ['line-strong', 'focus', ...bodies].map((line) => [line, grounds]),
)

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  it.each(pairsOf(text))('%s on %s has a contrast of 7:1', (ink, ground) => {
    expect(contrast(ink, ground, scheme)).toBeGreaterThanOrEqual(7)
  })

  it.each(pairsOf(lines))('%s on %s has a contrast of 3:1', (line, ground) => {
    expect(contrast(line, ground, scheme)).toBeGreaterThanOrEqual(3)
  })
})

function pairsOf(table: Record<string, string[]>): [string, string][] {
  return Object.entries(table).flatMap(([ink, on]) =>
    on.map((ground): [string, string] => [ink, ground]),
  )
}

/** The WCAG contrast ratio of two tokens. */
function contrast(ink: string, ground: string, scheme: 'light' | 'dark'): number {
  const [dark = 0, light = 0] = [ink, ground]
    .map((name) => luminance(colors.get(name)?.[scheme] ?? ''))
    .toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
