/** Where each sequence of a few letters occurs in a text. */
export type LetterGrams = {
  /** By hash, the first of its positions; one more for the end. */
  first: Int32Array
  positions: Int32Array
}

const size = 6
const hashBits = 18
/** A sequence that is everywhere says nothing about a place. */
const mostPositions = 400
/** Letters that are inserted or deleted inside a passage shift the rest of it. */
const stripe = 64
/** The places with this share of the best one's sequences are looked at, and no more than so many. */
const fewestShare = 0.5
const mostPlaces = 8

export function letterGrams(text: string): LetterGrams {
  const count = Math.max(0, text.length - size + 1)
  const first = new Int32Array(2 ** hashBits + 1)
  const hashes = new Int32Array(count)
  for (let at = 0; at < count; at += 1) {
    hashes[at] = hashAt(text, at)
    first[hashes[at]! + 1]! += 1
  }
  for (let hash = 0; hash < 2 ** hashBits; hash += 1) first[hash + 1]! += first[hash]!
  const next = first.slice()
  const positions = new Int32Array(count)
  for (let at = 0; at < count; at += 1) positions[next[hashes[at]!]!++] = at
  return { first, positions }
}

/** Where a text has these words, by the rarest sequence of letters in them. */
export function occurrences(
  { text, grams: { first, positions } }: { text: string; grams: LetterGrams },
  words: string,
): number[] {
  if (words.length < size) return scan(text, words)
  let [rarest, fewest, from] = [0, Infinity, 0]
  for (let at = 0; at + size <= words.length && fewest > 1; at += 1) {
    const hash = hashAt(words, at)
    const count = first[hash + 1]! - first[hash]!
    if (count < fewest) [rarest, fewest, from] = [at, count, first[hash]!]
  }
  return [...positions.subarray(from, from + fewest)]
    .map((position) => position - rarest)
    .filter((at) => at >= 0 && text.startsWith(words, at))
}

export function scan(text: string, words: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) places.push(at)
  return places
}

/** About where a text may begin that shares sequences of letters with the given one, the likeliest first. */
export function likelyStarts({ first, positions }: LetterGrams, words: string): number[] {
  const votes = new Map<number, number>()
  for (let at = 0; at + size <= words.length; at += 1) {
    const hash = hashAt(words, at)
    const [from, to] = [first[hash]!, first[hash + 1]!]
    if (to - from > mostPositions) continue
    for (let index = from; index < to; index += 1) {
      const key = Math.floor((positions[index]! - at) / stripe)
      votes.set(key, (votes.get(key) ?? 0) + 1)
    }
  }
  // A place on the border of two stripes has votes in both.
  const places = [...votes.keys()]
    .map((key) => ({ key, count: votes.get(key)! + (votes.get(key + 1) ?? 0) }))
    .toSorted((a, b) => b.count - a.count)
  const fewest = (places[0]?.count ?? 0) * fewestShare
  const taken = new Set<number>()
  for (const { key, count } of places) {
    if (count < fewest || taken.size === mostPlaces) break
    if (!taken.has(key - 1) && !taken.has(key + 1)) taken.add(key)
  }
  return [...taken].map((key) => (key + 1) * stripe)
}

function hashAt(text: string, at: number): number {
  let hash = 0
  for (let index = at; index < at + size; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93)
  }
  return (hash ^ (hash >>> hashBits)) & (2 ** hashBits - 1)
}
