import { describe, expect, it } from 'vitest'
import { counted } from './counted.ts'
import { sizeText } from './file-size.ts'

describe('a number of things', () => {
  it.each([
    [0, '0 papers'],
    [1, '1 paper'],
    [2, '2 papers'],
    [1200, '1,200 papers'],
  ])('of %i is %s', (count, text) => {
    expect(counted(count, 'paper')).toBe(text)
  })

  it('uses the plural it is given', () => {
    expect([1, 2].map((count) => counted(count, 'person', 'people'))).toEqual([
      '1 person',
      '2 people',
    ])
  })
})

describe('a size', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 KB'],
    [3420, '3.4 KB'],
    [51_400, '51 KB'],
    [999_499, '999 KB'],
    [999_500, '1 MB'],
    [5_340_000, '5.3 MB'],
    [9_949_999, '9.9 MB'],
    [9_950_000, '10 MB'],
    [12_000_000_000, '12 GB'],
    [4_000_000_000_000_000, '4,000 TB'],
  ])('of %i bytes is %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text)
  })
})
