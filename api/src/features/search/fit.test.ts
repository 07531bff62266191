import { expect, it } from 'vitest'
import { fitOf, mergeByFit } from './fit.ts'

const result = (title: string, place = '', text?: string) => ({ title, place, text })

it('prefers matches in the title to matches in the place, and those to matches in the text', () => {
  const fits = [
    result('Budget'),
    result('', 'Budget'),
    result('', '', 'the budget of'),
    result('Bylaws'),
  ].map((each) => fitOf(['budget'], each))
  expect(fits).toEqual(fits.toSorted((a, b) => b - a))
  expect(new Set(fits).size).toBe(4)
})

it('prefers whole words, and more of them', () => {
  expect(fitOf(['bud'], result('Bud'))).toBeGreaterThan(fitOf(['bud'], result('Budget')))
  const words = ['budget', 'update']
  expect(fitOf(words, result('Budget Update'))).toBeGreaterThan(fitOf(words, result('Budget')))
})

it('merges lists by fit, and keeps the order of each', () => {
  const of = (name: string, ...fits: number[]) =>
    fits.map((fit, at) => ({ name: `${name}${at}`, fit }))
  const merged = mergeByFit([of('a', 1, 3), of('b', 2, 0.5), []], 3)
  expect(merged.map(({ name }) => name)).toEqual(['b0', 'a0', 'a1'])
  expect(mergeByFit([of('a', 1)], 5)).toHaveLength(1)
})
