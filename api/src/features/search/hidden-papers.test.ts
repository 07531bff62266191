import type { Person } from '@portal/contract/portal'
import { expect, it } from 'vitest'
import { createHiddenPapers } from './search-service.ts'

it('stays the same set while a change hides no other paper, so that the index receives it once', () => {
  const closed = new Set(['a', 'b'])
  const papers = new Map(['a', 'b', 'c'].map((id) => [id, { id }]))
  let version = 0
  const engine = { documents: () => papers as never, version: () => version }
  const hiddenPapers = createHiddenPapers(engine, {
    version: () => 0,
    // A new object for each version, as the service returns it.
    readerOf: () => ({ sight: 'published' }),
    mayReadPaper: (_, { id }) => !closed.has(id),
  })
  const hidden = () => hiddenPapers({} as Person)
  const first = hidden()
  expect([...first]).toEqual(['a', 'b'])
  version += 1
  expect(hidden()).toBe(first)
  closed.delete('a')
  version += 1
  expect([...hidden()]).toEqual(['b'])
})
