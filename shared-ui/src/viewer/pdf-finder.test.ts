import type { EventBus, FindState } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { expect, it } from 'vitest'
import { createPdfFinder } from './pdf-finder.ts'

/** A finder, and the queries that pdf.js gets from it. */
function finderOf() {
  const queries: unknown[] = []
  const listeners = new Map<string, (event: object) => void>()
  const bus = {
    on: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    dispatch: (name: string, { query }: { query?: unknown }) =>
      void queries.push(name === 'find' ? query : name),
  }
  const finder = createPdfFinder(bus as object as EventBus, {} as typeof FindState, () => undefined)
  return { finder, queries, showPages: () => listeners.get('pagesinit')?.({}) }
}

it('waits for the pages before it searches, as it begins at the shown one', () => {
  const { finder, queries, showPages } = finderOf()
  finder.find(['operating', 'reserve'])
  expect(queries).toEqual([])
  showPages()
  expect(queries).toEqual([['operating', 'reserve']])
})

it('searches at once while the pages are shown', () => {
  const { finder, queries, showPages } = finderOf()
  showPages()
  finder.find(' reserve ')
  finder.findNext(1)
  expect(queries).toEqual(['reserve', 'reserve'])
})

it('doesn’t search for what was ended before the pages are shown', () => {
  const { finder, queries, showPages } = finderOf()
  finder.find('reserve')
  finder.endFind()
  showPages()
  expect(queries).toEqual(['findbarclose'])
})
