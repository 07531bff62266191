import { expect, it } from 'vitest'
import { markColors } from './mark-colors.ts'

/** The lightest text of a usual paper: 8:1 on white. */
const gray = channels('#475254')

it.each(Object.entries(markColors))('%s keeps 7:1 for words below it', (_, { wash, line }) => {
  const paper = channels(wash)
  const words = gray.map((value, index) => value * paper[index]!)
  expect(contrast(words, paper)).toBeGreaterThanOrEqual(7)
  expect(contrast(channels(line), [1, 1, 1])).toBeGreaterThanOrEqual(4.5)
})

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
