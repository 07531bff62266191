import type { DatabaseSync } from 'node:sqlite'
import SearchableMap from 'minisearch/SearchableMap'
import { nearMissDistance, swapped } from './search-rules.ts'
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

/** The distinct words of all papers, in memory as a radix tree and in the table `spellings`. */
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
      const found = new Map<string, number>()
      for (const [one, [, distance]] of known.fuzzyGet(word, nearMissDistance(word))) {
        found.set(one, distance)
      }
      for (const one of swapped(word)) if (known.has(one)) found.set(one, 1)
      found.delete(word)
      return [...found]
        .toSorted(([, a], [, b]) => a - b)
        .slice(0, mostNear)
        .map(([one]) => one)
    },
  }
}

/** Excludes numbers, which have no near misses, and words too short or too long to be misspelled. */
function hasSpelling(word: string): boolean {
  return word.length > 2 && word.length <= 40 && !/^\d/.test(word)
}
