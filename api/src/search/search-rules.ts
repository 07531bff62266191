import { folded, foldedWords, isPrefix, wordsOf } from '@portal/domain/search-words'
import type { Options, Query, SearchResult } from 'minisearch'

/** How in-memory indexes read words. */
export const searchRules: Pick<Options, 'tokenize' | 'processTerm' | 'searchOptions'> = {
  tokenize: wordsOf,
  processTerm: folded,
  searchOptions: { boost: { title: 4, path: 2 } },
}

/** The matching rules of in-memory indexes; `queryWords` applies the same rules to the index in a file. */
function memoryQuery(words: readonly string[], combineWith: 'AND' | 'OR'): Query {
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
export function findInMemory(q: string, search: (query: Query) => SearchResult[]): SearchResult[] {
  const words = foldedWords(q)
  if (words.length === 0) return []
  const results = search(memoryQuery(words, 'AND'))
  if (results.length === 0) return search(memoryQuery(words, 'OR'))
  const isTyped = ({ terms }: SearchResult) =>
    words.every((word, at) => {
      const prefix = isPrefix(word, at === words.length - 1)
      return terms.some((term) => term === word || (prefix && term.startsWith(word)))
    })
  const { typed = [], near = [] } = Object.groupBy(results, (one) =>
    isTyped(one) ? 'typed' : 'near',
  )
  return [...typed, ...near]
}

export function hasNearMisses(term: string): boolean {
  return term.length > 3 && !/^\d/.test(term)
}

/** How many letters a near miss may differ in. */
export function nearMissDistance(term: string): number {
  return Math.min(6, Math.round(term.length * 0.2))
}

/**
 * A word with two adjacent letters swapped, each way; nothing if its near misses include that. It is the commonest
 * typing mistake, but counts as two letters.
 */
export function swapped(term: string): string[] {
  if (!hasNearMisses(term) || nearMissDistance(term) > 1) return []
  const all = Array.from({ length: term.length - 1 }, (_, at) => {
    const [first, second] = [term[at]!, term[at + 1]!]
    return `${term.slice(0, at)}${second}${first}${term.slice(at + 2)}`
  })
  return all.filter((one) => one !== term)
}
