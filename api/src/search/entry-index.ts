import MiniSearch from 'minisearch'
import { type Snippet, snippetOf } from './search-snippet.ts'
import { findInMemory, searchRules } from './search-rules.ts'

/** An agenda item, a person or a note as plain text. */
export type SearchEntry = {
  id: string
  title: string
  /** Its location, or what it belongs to. */
  path: string
  text: string
}

type EntryHits = { hits: { id: string; snippet?: Snippet }[]; total: number }

export type EntryIndex = {
  /** Returns hits best first; limited to `ids` if given. */
  find: (q: string, limit: number, ids?: ReadonlySet<string>) => EntryHits
}

/** An index of a list that is small enough to be rebuilt when it changes. */
export function createEntryIndex(entries: readonly SearchEntry[]): EntryIndex {
  const index = new MiniSearch<SearchEntry>({ fields: ['title', 'path', 'text'], ...searchRules })
  index.addAll(entries)
  const texts = new Map(entries.map(({ id, text }) => [id, text]))
  return {
    find(q, limit, ids) {
      const filter = ids && { filter: ({ id }: { id: string }) => ids.has(id) }
      const results = findInMemory(q, (query) => index.search(query, { ...filter }))
      const hits = results.slice(0, limit).map(({ id, match, terms }) => {
        const isInText = Object.values(match).some((fields) => fields.includes('text'))
        if (!isInText) return { id: String(id) }
        return { id: String(id), snippet: snippetOf(texts.get(id) ?? '', new Set(terms)) }
      })
      return { hits, total: results.length }
    },
  }
}
