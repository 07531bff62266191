import { foldedWords } from '@portal/domain/search-words'

/** How much a match counts, by field. */
const weights = { title: 3, place: 1.5, text: 1 }
const prefixWeight = 0.7
/** For a word that matched as a near miss or not at all. */
const otherWeight = 0.3

/**
 * How well a result fits a query: the average over the query's words, computed from the result's own text, because the
 * scores of different indexes can't be compared.
 */
export function fitOf(
  words: readonly string[],
  { title, place, text = '' }: { title: string; place: string; text?: string | undefined },
): number {
  const fields = [
    { terms: foldedWords(title), weight: weights.title },
    { terms: foldedWords(place), weight: weights.place },
    { terms: foldedWords(text), weight: weights.text },
  ]
  const fits = words.map((word) => {
    const weighted = fields.map(({ terms, weight }) => {
      if (terms.includes(word)) return weight
      return terms.some((term) => term.startsWith(word)) ? weight * prefixWeight : 0
    })
    return Math.max(otherWeight, ...weighted)
  })
  return fits.reduce((sum, fit) => sum + fit, 0) / Math.max(1, words.length)
}

/** Merges lists that are each sorted best first, keeping their order. */
export function mergeByFit<T extends { fit: number }>(lists: readonly T[][], limit: number): T[] {
  const rests = lists.map((list) => [...list])
  const merged: T[] = []
  while (merged.length < limit) {
    const heads = rests.filter((rest) => rest.length > 0)
    if (heads.length === 0) break
    const best = heads.reduce((a, b) => (b[0]!.fit > a[0]!.fit ? b : a))
    merged.push(best.shift()!)
  }
  return merged
}
