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
  return all.filter((candidate) => candidate !== term)
}
