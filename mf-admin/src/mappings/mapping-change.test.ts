import { expect, it } from 'vitest'
import { mappingDifferences } from './mapping-change.ts'

const stored = {
  id: 'meeting-2026-q3-cash-flow-summary',
  active: true,
  revision: 1,
  updatedAt: '2026-08-14T09:00:00.000Z',
}

it('lists no display name that nobody wrote, only the content that differs', () => {
  const theirs = { ...stored, title: 'Cash Flow Summary', embedUrl: 'https://example.org/' }
  const differences = mappingDifferences(undefined, theirs, { shown: 'CF.pdf' })
  expect(differences).toEqual([
    { field: 'Mapped Document', theirs: 'https://example.org/', yours: 'CF.pdf' },
  ])
})

it('lists a display name that someone wrote', () => {
  const differences = mappingDifferences(stored, { ...stored, title: 'Cash' }, {})
  expect(differences).toEqual([{ field: 'Display Name', theirs: 'Cash', yours: '' }])
})
