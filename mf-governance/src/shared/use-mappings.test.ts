import type { ResourceMapping } from '@portal/contract/mappings'
import { beforeEach, expect, it } from 'vitest'
import { keepMappings, keptMappings } from './use-mappings.ts'

const mapping = (id: string): ResourceMapping => ({
  id,
  documentId: 'd',
  cardImage: '/api/images/abc',
  active: true,
  updatedAt: '2026-11-20T00:00:00Z',
  revision: 1,
})

beforeEach(() => localStorage.clear())

it('stores a screen’s own mappings without their images', () => {
  const all = {
    'governance-bylaws': mapping('governance-bylaws'),
    'communications-break-fake-rules': mapping('communications-break-fake-rules'),
  }
  keepMappings(localStorage, 'governanceMappings', all)
  expect(localStorage.getItem('governanceMappings')).not.toContain('images')
  expect(Object.keys(keptMappings(localStorage, 'governanceMappings')!)).toEqual([
    'governance-bylaws',
  ])
})

it('drops a placeholder, including one that an older version stored', () => {
  const stale = { ...mapping('governance-bylaws'), documentId: 'placeholder-bylaws' }
  keepMappings(localStorage, 'governanceMappings', { 'governance-bylaws': stale })
  expect(keptMappings(localStorage, 'governanceMappings')).toEqual({})
  localStorage.setItem('governanceMappings', JSON.stringify({ 'governance-bylaws': stale }))
  expect(keptMappings(localStorage, 'governanceMappings')).toEqual({})
})

it('works without a copy when the storage is full', () => {
  const full = { getItem: () => null, setItem: () => raise() } as unknown as Storage
  expect(() => keepMappings(full, 'governanceMappings', {})).not.toThrow()
})

function raise(): never {
  throw new Error('QuotaExceededError')
}
