import { expect, it } from 'vitest'
import { snippetParts } from './snippet-parts.ts'

const pieces = (text: string, ...marks: [start: number, end: number][]) =>
  snippetParts({ text, marks: marks.map(([start, end]) => ({ start, end })) }).map((part) =>
    part.marked ? `[${part.text}]` : part.text,
  )

it('splits a text at its marks', () => {
  expect(pieces('the reserve policy', [4, 11])).toEqual(['the ', '[reserve]', ' policy'])
  expect(pieces('reserve', [0, 7])).toEqual(['[reserve]'])
  expect(pieces('no mark')).toEqual(['no mark'])
})

it('loses and duplicates nothing when marks overlap or overshoot', () => {
  expect(pieces('reserve policy', [0, 7], [4, 9], [12, 40]).join('')).toBe('[reserve][ p]oli[cy]')
})
