import { derivedOnce } from '../../../platform/store/cache-by-version.ts'

/** Where each sequence of a few letters occurs in a text. */
export type LetterGrams = {
  /** By hash, the index of its first entry in `positions`, with one more for the end. */
  first: Int32Array
  positions: Int32Array
}

const size = 6
const hashBits = 18
/** A sequence with more positions is no evidence for a place. */
const mostPositions = 200
/** Positions are grouped, because letters inserted into or deleted from a passage shift the rest of it. */
const stripe = 64
/** A place needs this share of the best place's sequences; at most `mostPlaces` are returned. */
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

/** The positions of `words` in a text, found by their rarest sequence of letters. */
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

function scan(text: string, words: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) places.push(at)
  return places
}

/** Approximate positions at which a passage similar to `words` may begin, likeliest first. */
export function likelyStarts({ first, positions }: LetterGrams, words: string): number[] {
  // A passage that has lost its beginning may start before the text does.
  const skipped = Math.ceil(words.length / stripe)
  const votes = new Int32Array(skipped + Math.ceil(positions.length / stripe) + 2)
  for (let at = 0; at + size <= words.length; at += 1) {
    const hash = hashAt(words, at)
    const [from, to] = [first[hash]!, first[hash + 1]!]
    if (to - from > mostPositions) continue
    for (let index = from; index < to; index += 1) {
      votes[Math.floor((positions[index]! - at) / stripe) + skipped]! += 1
    }
  }
  // A place on the border of two stripes has votes in both.
  const places = Array.from(votes, (count, index) => ({
    key: index - skipped,
    count: count + (votes[index + 1] ?? 0),
  }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
  const fewest = (places[0]?.count ?? 0) * fewestShare
  const taken = new Set<number>()
  for (const { key, count } of places) {
    if (count < fewest || taken.size === mostPlaces) break
    if (!taken.has(key - 1) && !taken.has(key + 1)) taken.add(key)
  }
  return [...taken].map((key) => (key + 1) * stripe)
}

type Paged = {
  grams: LetterGrams
  starts: readonly number[]
  parts: readonly { page: number; inText: number; length: number }[]
}

/** The pages that contain each sequence: like `LetterGrams`, with pages from 1 instead of positions. */
const pagesOfGrams = derivedOnce(({ grams: { first, positions }, parts }: Paged) => {
  const pageOf = new Int32Array(positions.length)
  for (const { page, inText, length } of parts) pageOf.fill(page, inText, inText + length)
  const begins = new Int32Array(first.length)
  const pages = new Int32Array(positions.length)
  let count = 0
  for (let hash = 0; hash + 1 < first.length; hash += 1) {
    begins[hash] = count
    // Positions ascend, so those of one page follow each other.
    for (let index = first[hash]!; index < first[hash + 1]!; index += 1) {
      const page = pageOf[positions[index]!]!
      if (count === begins[hash] || pages[count - 1] !== page) pages[count++] = page
    }
  }
  begins[first.length - 1] = count
  return { first: begins, pages }
})

/** The pages by the share of the text's letter sequences that they contain, from 0 to 1, highest first. */
export function pagesSharing(paper: Paged, words: string): { page: number; share: number }[] {
  const { first, pages } = pagesOfGrams(paper)
  const counts = new Int32Array(paper.starts.length)
  const total = Math.max(1, words.length - size + 1)
  for (let at = 0; at + size <= words.length; at += 1) {
    const hash = hashAt(words, at)
    for (let index = first[hash]!; index < first[hash + 1]!; index += 1) counts[pages[index]!]! += 1
  }
  return Array.from(counts, (count, page) => ({ page, share: count / total }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
}

function hashAt(text: string, at: number): number {
  let hash = 0
  for (let index = at; index < at + size; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93)
  }
  return (hash ^ (hash >>> hashBits)) & (2 ** hashBits - 1)
}
