import type { ResourceMapping } from '@portal/contract/mappings'
import { contractVersion } from '@portal/contract/releases'
import { beforeEach, expect, it } from 'vitest'
import { dropFirstPaint, readFirstPaint, storeFirstPaint } from './first-paint.ts'

const key = 'governanceMappings'
const bylaws: ResourceMapping = {
  id: 'governance-bylaws',
  documentId: 'd',
  active: true,
  updatedAt: '2026-11-20T00:00:00Z',
  revision: 1,
}
const all = { [bylaws.id]: bylaws }

beforeEach(() => localStorage.clear())

it('reads what this release has stored', () => {
  storeFirstPaint(localStorage, key, all)
  expect(readFirstPaint(localStorage, key)).toEqual(all)
  dropFirstPaint(localStorage, key)
  expect(readFirstPaint(localStorage, key)).toBeUndefined()
})

it('stores no image', () => {
  const wide = '/api/images/wide'
  const firstPage = { narrow: '/api/images/narrow', wide, height: 828 }
  const document = { id: 'd', name: 'Bylaws.pdf', mimeType: 'application/pdf', modifiedTime: 'now' }
  const shown = { ...bylaws, cardImage: wide, document: { ...document, firstPage } }
  storeFirstPaint(localStorage, key, { [bylaws.id]: shown })
  expect(readFirstPaint(localStorage, key)).toEqual({ [bylaws.id]: { ...bylaws, document } })
})

it('reads what a release of another minor version has stored', () => {
  storeFirstPaint(localStorage, key, all)
  localStorage.setItem(key, localStorage.getItem(key)!.replace(contractVersion, '1.0.0'))
  expect(readFirstPaint(localStorage, key)).toEqual(all)
})

it('ignores what a release of another major version has stored, and leaves it', () => {
  storeFirstPaint(localStorage, key, all)
  const other = localStorage.getItem(key)!.replace(contractVersion, '9.0.0')
  localStorage.setItem(key, other)
  expect(readFirstPaint(localStorage, key)).toBeUndefined()
  expect(localStorage.getItem(key)).toBe(other)
})

it('reads entries that were stored without a version', () => {
  localStorage.setItem(key, JSON.stringify(all))
  expect(readFirstPaint(localStorage, key)).toEqual(all)
})
