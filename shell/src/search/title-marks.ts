import type { MarkedText } from '@portal/domain/snippet-parts'
import { folded, foldedWords, isPrefix, placedWords } from '@portal/domain/search-words'

/** Marks the words of a title that a search finds in it, but not near misses. */
export function markedTitle(title: string, search: string): MarkedText {
  const wanted = foldedWords(search)
  const isFound = (term: string) =>
    wanted.some(
      (word, at) =>
        term === word || (isPrefix(word, at === wanted.length - 1) && term.startsWith(word)),
    )
  const marks = [...placedWords(title)]
    .filter(({ word }) => isFound(folded(word)))
    .map(({ word, start }) => ({ start, end: start + word.length }))
  return { text: title, marks }
}
