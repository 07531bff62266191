import { beforeEach, describe, expect, it } from 'vitest'
import { recallPlace, rememberPlace } from './reading-places.ts'

const place = { page: 12, zoom: '1.25', rotation: 90, below: 152 }

describe('reading places', () => {
  beforeEach(() => localStorage.clear())

  it('restores the place for the same document only', () => {
    rememberPlace('bylaws', place)
    expect(recallPlace('bylaws')).toMatchObject(place)
    expect(recallPlace('agenda')).toBeUndefined()
  })

  it('keeps how the pages fit', () => {
    for (const zoom of ['auto', 'page-width']) {
      rememberPlace('bylaws', { ...place, zoom })
      expect(recallPlace('bylaws')?.zoom).toBe(zoom)
    }
  })

  it('keeps the places of the hundred documents read last', () => {
    for (let number = 1; number <= 100; number += 1) rememberPlace(`paper-${number}`, place)
    rememberPlace('paper-1', { ...place, page: 3 })
    rememberPlace('paper-101', place)
    expect(recallPlace('paper-1')?.page).toBe(3)
    expect(recallPlace('paper-2')).toBeUndefined()
    expect(recallPlace('paper-3')).toBeDefined()
  })

  it('ignores stored values that aren’t places', () => {
    for (const stored of ['{', '7', '[{"id":"bylaws","page":-1,"zoom":"wide","rotation":1}]']) {
      localStorage.setItem('documentPlaces', stored)
      expect(recallPlace('bylaws')).toBeUndefined()
      rememberPlace('bylaws', place)
      expect(recallPlace('bylaws')?.page).toBe(12)
    }
  })

  it('ignores a full storage', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full')
      },
    }
    expect(() => rememberPlace('bylaws', place, full as unknown as Storage)).not.toThrow()
  })
})
