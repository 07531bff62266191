import type { Options } from 'minisearch'
import { folded, wordsOf } from './search-words.ts'

/** The matching rules of in-memory indexes; `queryWords` applies the same rules to the index in a file. */
export const searchRules: Pick<Options, 'tokenize' | 'processTerm' | 'searchOptions'> = {
  tokenize: wordsOf,
  processTerm: folded,
  searchOptions: {
    boost: { title: 4, path: 2 },
    prefix: (term, at, terms) => isPrefix(term, at === terms.length - 1),
    fuzzy: (term) => (hasNearMisses(term) ? 0.2 : false),
  },
}

/** The last word may still be incomplete; a short prefix would match almost anything. */
export function isPrefix(term: string, isLast: boolean): boolean {
  return term.length > 2 || isLast
}

export function hasNearMisses(term: string): boolean {
  return term.length > 3 && !/^\d/.test(term)
}

/** How many letters a near miss may differ in. */
export function nearMissDistance(term: string): number {
  return Math.min(6, Math.round(term.length * 0.2))
}
