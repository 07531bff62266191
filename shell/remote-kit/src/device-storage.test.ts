import { afterEach, expect, it, vi } from 'vitest'
import { readStored, removeStored, store } from './device-storage.ts'

afterEach(() => void vi.unstubAllGlobals())

const key = 'key'

it('reads what it has stored, until it is removed', () => {
  expect(store('localStorage', key, { page: 3 })).toBe(true)
  expect(readStored(localStorage, key)).toEqual({ page: 3 })
  removeStored('localStorage', key)
  expect(readStored('localStorage', key)).toBeUndefined()
})

it('reads nothing from text that isn’t JSON', () => {
  localStorage.setItem(key, '{')
  expect(readStored('localStorage', key)).toBeUndefined()
})

it('does nothing if the storage is full', () => {
  const full = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  expect(store({ setItem: full }, key, 1)).toBe(false)
})

it('does nothing if the browser blocks the storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(store('sessionStorage', key, 1)).toBe(false)
  expect(readStored('sessionStorage', key)).toBeUndefined()
  removeStored('sessionStorage', key)
})
