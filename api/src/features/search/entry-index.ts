import { folded, foldedWords, isPrefix, wordsOf } from '@portal/domain/search-words'
import MiniSearch, { type Options, type Query, type SearchResult } from 'minisearch'
import { type Snippet, snippetOf } from './search-snippet.ts'
import { hasNearMisses, swapped } from './search-rules.ts'

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

/** How lists read words. */
const searchRules: Options<SearchEntry> = {
  fields: ['title', 'path', 'text'],
  tokenize: wordsOf,
  processTerm: folded,
  searchOptions: { boost: { title: 4, path: 2 } },
}

/** An index of a list that is small enough to be rebuilt when it changes. */
export function createEntryIndex(entries: readonly SearchEntry[]): EntryIndex {
  const index = new MiniSearch(searchRules)
  index.addAll(entries)
  const texts = new Map(entries.map(({ id, text }) => [id, text]))
  return {
    find(q, limit, ids) {
      const filter = ids && { filter: ({ id }: { id: string }) => ids.has(id) }
      const results = findInList(q, (query) => index.search(query, { ...filter }))
      const hits = results.slice(0, limit).map(({ id, match, terms }) => {
        const isInText = Object.values(match).some((fields) => fields.includes('text'))
        if (!isInText) return { id: String(id) }
        return { id: String(id), snippet: snippetOf(texts.get(id) ?? '', new Set(terms)) }
      })
      return { hits, total: results.length }
    },
  }
}

/** The matching rules of lists; `queryWords` applies the same rules to papers. */
function listQuery(words: readonly string[], combineWith: 'AND' | 'OR'): Query {
  const asTheyAre = { tokenize: (word: string) => [word], processTerm: (word: string) => word }
  const matching = (word: string, at: number): Query => {
    const hasNear = hasNearMisses(word)
    const rest = { prefix: isPrefix(word, at === words.length - 1), fuzzy: hasNear && 0.2 }
    const swaps = { queries: swapped(word), prefix: false, fuzzy: false, boostTerm: () => 0.45 }
    return { combineWith: 'OR', queries: [{ queries: [word], ...rest }, swaps] }
  }
  return { combineWith, ...asTheyAre, queries: words.map(matching) }
}

/** Finds what has all words, or any of them if nothing has all. Near misses come after the words as typed. */
function findInList(q: string, search: (query: Query) => SearchResult[]): SearchResult[] {
  const words = foldedWords(q)
  if (words.length === 0) return []
  const results = search(listQuery(words, 'AND'))
  if (results.length === 0) return search(listQuery(words, 'OR'))
  const isTyped = ({ terms }: SearchResult) =>
    words.every((word, at) => {
      const prefix = isPrefix(word, at === words.length - 1)
      return terms.some((term) => term === word || (prefix && term.startsWith(word)))
    })
  const { typed = [], near = [] } = Object.groupBy(results, (result) =>
    isTyped(result) ? 'typed' : 'near',
  )
  return [...typed, ...near]
}
