import { expect, it } from 'vitest'
import { changeWashes, matchWashes, noteMarkColors } from './mark-colors.ts'

/** The lightest text of a usual paper: 8:1 on white. */
const gray = channels('#475254')

const noteWashes = Object.values(noteMarkColors).map(({ wash }) => wash)
const washes = [noteWashes, Object.values(changeWashes), Object.values(matchWashes)].flat()

it.each(washes)('keeps 7:1 for words below %s', (wash) => {
  const paper = channels(wash)
  const words = gray.map((value, index) => value * paper[index]!)
  expect(contrast(words, paper)).toBeGreaterThanOrEqual(7)
})

it.each(Object.entries(noteMarkColors))(
  'draws the lines of %s dark enough to be seen',
  (_, { wash, line }) => {
    expect(contrast(channels(line), channels(wash))).toBeGreaterThanOrEqual(3)
  },
)

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
}

/** The WCAG contrast ratio. */
function contrast(dark: number[], light: number[]): number {
  return (luminance(light) + 0.05) / (luminance(dark) + 0.05)
}

function luminance(color: number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) =>
    value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
