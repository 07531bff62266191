import type { MarkedText } from '@portal/contract/snippet-parts'

const word = /[\p{L}\p{N}\p{M}]+/gu

/** Marks the words of a title that begin with a searched word, regardless of case and accents. */
export function markedTitle(title: string, search: string): MarkedText {
  const wanted = (search.match(word) ?? []).map(folded)
  const marks = [...title.matchAll(word)].flatMap(({ 0: found, index }) => {
    const isFound = wanted.some((one) => folded(found).startsWith(one))
    return isFound ? [{ start: index, end: index + found.length }] : []
  })
  return { text: title, marks }
}

function folded(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
