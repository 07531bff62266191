import { foldedWords, isPrefix } from '@portal/domain/search-words'
import { hasNearMisses } from './search-rules.ts'

/** A word of a query: what it matches exactly or as a prefix, and its near misses. */
export type QueryWord = { word: string; isPrefix: boolean; near: string[] }

/** `near` returns the indexed words that are near misses of a word. */
export function queryWords(q: string, near: (word: string) => string[]): QueryWord[] {
  const words = foldedWords(q)
  return words.map((word, at) => ({
    word,
    isPrefix: isPrefix(word, at === words.length - 1),
    near: hasNearMisses(word) ? near(word) : [],
  }))
}

/** FTS5 expressions: all words as typed, all words or their near misses, and any of these. */
export function matchExpressions(words: QueryWord[]) {
  const typed = words.map(({ word, isPrefix: prefix }) => (prefix ? `"${word}" *` : `"${word}"`))
  const lenient = words.map(
    ({ near }, at) => `(${[typed[at]!, ...near.map((one) => `"${one}"`)].join(' OR ')})`,
  )
  return {
    typed: typed.join(' AND '),
    lenient: words.some(({ near }) => near.length > 0) ? lenient.join(' AND ') : undefined,
    any: lenient.join(' OR '),
  }
}

export function matches({ word, isPrefix: prefix, near }: QueryWord, term: string): boolean {
  return term === word || (prefix && term.startsWith(word)) || near.includes(term)
}

/** The page, from 1, that contains the most of the words, and how many pages contain as many. */
export function bestPage(
  pages: Iterable<{ page: number; words: string }>,
  words: QueryWord[],
): { page?: number; pages: number } {
  const needles = words.map(({ word, isPrefix: prefix, near }) => [
    prefix ? ` ${word}` : ` ${word} `,
    ...near.map((one) => ` ${one} `),
  ])
  let best: { page?: number; pages: number } = { pages: 0 }
  let most = 0
  for (const { page, words: text } of pages) {
    const found = needles.filter((either) => either.some((one) => text.includes(one))).length
    if (found > most) {
      most = found
      best = { page, pages: 1 }
    } else if (found > 0 && found === most) best.pages += 1
  }
  return best
}
