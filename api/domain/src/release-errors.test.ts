import { expect, it } from 'vitest'
import { errorNumbers, frameText, otherErrors, stagesInWords } from './release-errors.ts'

const place = { file: 'container.4f.js', line: 1, column: 20 }
const source = { file: 'src/agenda-screen.tsx', line: 11, column: 3 }

it('names the place in the sources, or else the one in the script with its owner', () => {
  expect(frameText({ ...place, from: 'release', name: 'Kr', source })).toBe(
    'src/agenda-screen.tsx:11:3',
  )
  expect(frameText({ ...place, from: 'release', name: 'Kr' })).toBe('container.4f.js:1:20 (Kr)')
  expect(frameText({ ...place, from: 'portal' })).toBe('portal container.4f.js:1:20')
  expect(frameText({ ...place, from: 'otherRemote' })).toBe('another remote container.4f.js:1:20')
})

it('gives people as numbers, and no numbers for too few people', () => {
  const timeOf = (hour: string) => hour.slice(11, 16)
  const first = '2026-11-22T09:00:00.000Z'
  const last = '2026-11-22T10:00:00.000Z'
  expect(errorNumbers({ count: 1, people: 1, first, last: first }, timeOf)).toBe(
    '1 time, of 1 person, 09:00',
  )
  expect(errorNumbers({ count: 1200, people: 100, first, last }, timeOf)).toBe(
    '1,200 times, of 100 people or more, 09:00 to 10:00',
  )
  expect(errorNumbers({ first, last: first }, timeOf)).toBe(
    'Its numbers are shown once 3 people had it; 09:00',
  )
})

it('puts stages into words, the most frequent one first', () => {
  expect(stagesInWords({ start: 1, render: 3, later: 2 })).toBe(
    '3 on a page, 2 later, 1 while it started',
  )
  expect(stagesInWords({})).toBeUndefined()
})

it('mentions errors that aren’t listed', () => {
  expect([0, 1, 2].map(otherErrors)).toEqual([
    undefined,
    '1 more error of other kinds isn’t listed.',
    '2 more errors of other kinds aren’t listed.',
  ])
})
