import { expect, it } from 'vitest'
import { hasOrdinaryJourney } from './selection.ts'
import { itemsOf, parseShard } from './shards.ts'

const items = [50, 40, 30, 30, 20, 10, 10, 5, 5].map((seconds, index) => {
  return { name: `file-${index}`, seconds }
})

it('puts every item into exactly one shard', () => {
  const shards = [1, 2, 3, 4].map((index) => itemsOf({ index, count: 4 }, items))
  const names = shards.flatMap((shard) => [...shard]).toSorted()
  expect(names).toEqual(items.map(({ name }) => name))
})

it('balances the shards by duration', () => {
  const sums = [1, 2, 3, 4].map((index) => {
    const names = itemsOf({ index, count: 4 }, items)
    return items.filter(({ name }) => names.has(name)).reduce((sum, item) => sum + item.seconds, 0)
  })
  expect(sums).toEqual([50, 50, 50, 50])
})

it('chooses the same items in any order', () => {
  const shard = { index: 2, count: 3 }
  expect(itemsOf(shard, items.toReversed())).toEqual(itemsOf(shard, items))
})

it('reads the number of a shard', () => {
  expect(parseShard('2/4')).toEqual({ index: 2, count: 4 })
})

it.each(['0/4', '5/4', '2', '2/0', 'a/b', '1/2/3'])('refuses %s as a shard', (text) => {
  expect(() => parseShard(text)).toThrow('--shard must name one of several shards, such as 2/4')
})

it.each([
  ['three-weeks', false],
  ['prepared-quarter', true],
  ['frame', true],
])('knows whether the ordinary run has a journey of %s', (name, expected) => {
  expect(hasOrdinaryJourney(`e2e/journeys/${name}.spec.ts`)).toBe(expected)
})
