import type { ResourceMapping } from '@portal/contract/mappings'
import { expect, it } from 'vitest'
import { revisionFor } from './name-drafts.ts'

const mapping = (title: string, revision: number): ResourceMapping => ({
  id: 'governance-bylaws',
  title,
  active: true,
  updatedAt: '2026-11-01T00:00:00Z',
  revision,
})

it('uses the current revision while nobody has changed the name', () => {
  const draft = { text: 'By-laws 2026', base: mapping('Bylaws', 3) }
  expect(revisionFor(draft, mapping('Bylaws', 5))).toBe(5)
})

it('sends the old revision once somebody has changed the name', () => {
  const draft = { text: 'By-laws 2026', base: mapping('Bylaws', 3) }
  expect(revisionFor(draft, mapping('The by-laws', 4))).toBe(3)
})

it('sends no revision for a slot without a mapping', () => {
  expect(revisionFor({ text: 'Bylaws', base: undefined }, undefined)).toBeUndefined()
})
