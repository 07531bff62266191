import type { DatabaseSync } from 'node:sqlite'
import SearchableMap from 'minisearch/SearchableMap'
import { writingStatement } from './sqlite-search-schema.ts'

/** Maximum number of near misses of a word. */
const mostNear = 20

export type Spellings = {
  add: (words: Iterable<string>) => void
  /** The nearest known words, without the word itself. */
  near: (word: string) => string[]
  /** Reloads the stored words after a failed transaction. */
  reload: () => void
}

/** The distinct words of an index, in memory as a radix tree and in the table `spellings`. */
export function createSpellings(db: DatabaseSync): Spellings {
  const insert = writingStatement(db, 'INSERT OR IGNORE INTO spellings VALUES (?)')
  const all = db.prepare('SELECT word FROM spellings')
  let known = new SearchableMap<true>()
  const reload = () => {
    known = new SearchableMap()
    for (const { word } of all.iterate()) known.set(String(word), true)
  }
  reload()
  return {
    reload,
    add(words) {
      for (const word of words) {
        if (!hasSpelling(word) || known.has(word)) continue
        known.set(word, true)
        insert.run(word)
      }
    },
    near(word) {
      if (!hasNearMisses(word)) return []
      const distances = new Map<string, number>()
      for (const [near, [, distance]] of known.fuzzyGet(word, nearMissDistance(word))) {
        distances.set(near, distance)
      }
      for (const near of swapped(word)) if (known.has(near)) distances.set(near, 1)
      distances.delete(word)
      return [...distances]
        .toSorted(([, a], [, b]) => a - b)
        .slice(0, mostNear)
        .map(([near]) => near)
    },
  }
}

/** Excludes numbers, which have no near misses, and words too short or too long to be misspelled. */
function hasSpelling(word: string): boolean {
  return word.length > 2 && word.length <= 40 && !/^\d/.test(word)
}

function hasNearMisses(term: string): boolean {
  return term.length > 3 && !/^\d/.test(term)
}

/** How many letters a near miss may differ in. */
function nearMissDistance(term: string): number {
  return Math.min(6, Math.round(term.length * 0.2))
}

/**
 * A word with two adjacent letters swapped, each way; nothing if its near misses include that. It is the commonest
 * typing mistake, but counts as two letters.
 */
function swapped(term: string): string[] {
  if (nearMissDistance(term) > 1) return []
  const all = Array.from({ length: term.length - 1 }, (_, at) => {
    const [first, second] = [term[at]!, term[at + 1]!]
    return `${term.slice(0, at)}${second}${first}${term.slice(at + 2)}`
  })
  return all.filter((candidate) => candidate !== term)
}
