import { expect, it } from 'vitest'
import { partWidths } from './dashboard.tsx'

const of = (...widths: ('full' | 'half' | undefined)[]) =>
  partWidths(widths.map((width) => (width === undefined ? {} : { width })))

it('puts two neighbouring halves next to each other', () => {
  expect(of('full', 'half', 'half', undefined)).toEqual(['full', 'half', 'half', 'full'])
})

it('gives a half the full width if no other half is next to it', () => {
  expect(of('half', 'full', 'half', 'half', 'half')).toEqual([
    'full',
    'full',
    'half',
    'half',
    'full',
  ])
})
