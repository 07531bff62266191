import { expect, it } from 'vitest'
import { countValues } from './exported-collections.ts'

it.each([
  ['7', 1],
  ['{"a":[1,2,{"b":"c"}]}', 6],
  ['["a,b{[","\\",{[",""]', 4],
])('counts at least the values of %s', (json, count) => {
  expect(countValues(Buffer.from(json))).toBe(count)
})
