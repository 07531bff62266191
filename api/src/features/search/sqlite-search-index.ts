import { type Snippet, snippetOf } from './search-snippet.ts'
import { foldedWords, isPrefix } from '@portal/domain/search-words'
import { openIndexDatabase, writingStatement } from './sqlite-search-schema.ts'
import { hasNearMisses, nearMissDistance, swapped } from './search-rules.ts'
import type { DatabaseSync } from 'node:sqlite'
import SearchableMap from 'minisearch/SearchableMap'

export type IndexedDocument = {
  id: string
  name: string
  title: string
  path: string
  /** The text of each page; empty if the document has no text. */
  pages: string[]
  /** Changes with the indexed content. */
  version: string
}

export type IndexHit = { id: string; page?: number; pages: number; snippet?: Snippet }

export type IndexHits = { hits: IndexHit[]; total: number }

/** A full-text index of the papers' pages and names. */
type SearchIndex = {
  /** Adds a document, or replaces it. */
  put: (document: IndexedDocument) => void
  remove: (id: string) => void
  /** Returns one hit per document, best first, and the number of matching documents; limited to those whose id `isWanted` accepts. */
  find: (q: string, limit: number, isWanted?: (id: string) => boolean) => IndexHits
  /** The version of each document that it holds. */
  versions: () => Map<string, string>
  close: () => void
}

/** A page's key is the paper's number times this, plus the page. */
const pageKeys = 65_536

type Paper = { n: number; id: string }

/** Keeps the texts and their index in an SQLite file, and only the distinct words in memory. */
export function openSqliteSearchIndex(file: string): SearchIndex {
  const { db, read: spellings } = openIndexDatabase(file, createSpellings)
  const ranked = `SELECT papers.n, papers.id FROM words JOIN papers ON papers.n = words.rowid
    WHERE words MATCH ? ORDER BY words.rank`
  const writing = (sql: string) => writingStatement(db, sql)
  const statements = {
    number: db.prepare('SELECT n FROM papers WHERE id=?'),
    versions: db.prepare('SELECT id, version FROM papers'),
    addPaper: db.prepare('INSERT INTO papers (id, version) VALUES (?, ?) RETURNING n'),
    addWords: writing('INSERT INTO words (rowid, title, path, text) VALUES (?, ?, ?, ?)'),
    addPage: writing('INSERT INTO pages VALUES (?, ?, ?)'),
    removePaper: writing('DELETE FROM papers WHERE n=?'),
    removeWords: writing('DELETE FROM words WHERE rowid=?'),
    removePages: writing('DELETE FROM pages WHERE key BETWEEN ? AND ?'),
    pages: db.prepare('SELECT key - ? AS page, words FROM pages WHERE key BETWEEN ? AND ?'),
    text: db.prepare('SELECT text FROM pages WHERE key=?'),
    count: db.prepare('SELECT count(*) AS count FROM words WHERE words MATCH ?'),
    best: db.prepare(`${ranked} LIMIT ?`),
    all: db.prepare(ranked),
  }

  const remove = (id: string) => {
    const n = statements.number.get(id)?.['n']
    if (typeof n !== 'number') return
    statements.removeWords.run(n)
    statements.removePages.run(...keysOf(n))
    statements.removePaper.run(n)
  }
  const inTransaction = (work: () => void) => {
    db.exec('BEGIN IMMEDIATE')
    try {
      work()
      db.exec('COMMIT')
    } catch (cause) {
      // SQLite rolls back automatically when the disk is full.
      if (db.isTransaction) db.exec('ROLLBACK')
      spellings.reload()
      throw cause
    }
  }

  const matching = (
    expression: string,
    limit: number,
    isWanted: ((id: string) => boolean) | undefined,
  ) => {
    if (isWanted) {
      const wanted = (statements.all.all(expression) as Paper[]).filter(({ id }) => isWanted(id))
      return { papers: wanted.slice(0, limit), total: wanted.length }
    }
    const total = Number(statements.count.get(expression)?.['count'])
    const papers = total === 0 ? [] : (statements.best.all(expression, limit) as Paper[])
    return { papers, total }
  }
  const hitOf = ({ n, id }: Paper, words: QueryWord[]): IndexHit => {
    const rows = statements.pages.iterate(n * pageKeys, ...keysOf(n))
    const best = bestPage(rows as Iterable<{ page: number; words: string }>, words)
    if (best.page === undefined) return { id, pages: 0 }
    const text = String(statements.text.get(n * pageKeys + best.page)?.['text'] ?? '')
    const terms = { has: (term: string) => words.some((word) => matches(word, term)) }
    return { id, page: best.page, pages: best.pages, snippet: snippetOf(text, terms) }
  }

  return {
    put({ id, name, title, path, pages, version }) {
      inTransaction(() => {
        remove(id)
        const n = Number(statements.addPaper.get(id, version)?.['n'])
        const described = [foldedWords(nameWords({ name, title })), foldedWords(path)] as const
        const texts = pages
          .slice(0, pageKeys - 1)
          .map((text) => ({ text, words: foldedWords(text) }))
        const text = texts.map(({ words }) => words.join(' ')).join(' ')
        statements.addWords.run(n, described[0].join(' '), described[1].join(' '), text)
        for (const [at, page] of texts.entries()) {
          statements.addPage.run(n * pageKeys + at + 1, page.text, ` ${page.words.join(' ')} `)
        }
        for (const words of [...described, ...texts.map((page) => page.words)]) spellings.add(words)
      })
    },
    remove: (id) => inTransaction(() => remove(id)),
    find(q, limit, isWanted) {
      const words = queryWords(q, spellings.near)
      if (words.length === 0) return { hits: [], total: 0 }
      const { typed, lenient, any } = matchExpressions(words)
      let { papers, total } = matching(typed, limit, isWanted)
      if (lenient !== undefined) {
        // Papers with near misses come after those with the exact words.
        const near = matching(lenient, limit, isWanted)
        const known = new Set(papers.map(({ n }) => n))
        papers = [...papers, ...near.papers.filter(({ n }) => !known.has(n))].slice(0, limit)
        total = near.total
      }
      if (total === 0 && words.length > 1) ({ papers, total } = matching(any, limit, isWanted))
      return { hits: papers.map((paper) => hitOf(paper, words)), total }
    },
    versions: () =>
      new Map(statements.versions.all().map(({ id, version }) => [String(id), String(version)])),
    close: () => db.close(),
  }
}

function keysOf(n: number): [first: number, last: number] {
  return [n * pageKeys, (n + 1) * pageKeys - 1]
}

/** The searchable words of a document's name. Includes the file extension, because people search for `.xlsx`. */
function nameWords({ name, title }: Pick<IndexedDocument, 'name' | 'title'>): string {
  return name.startsWith(title) ? name : `${title} ${name}`
}

/** A word of a query: what it matches exactly or as a prefix, and its near misses. */
type QueryWord = { word: string; isPrefix: boolean; near: string[] }

/** `near` returns the indexed words that are near misses of a word. */
function queryWords(q: string, near: (word: string) => string[]): QueryWord[] {
  const words = foldedWords(q)
  return words.map((word, at) => ({
    word,
    isPrefix: isPrefix(word, at === words.length - 1),
    near: hasNearMisses(word) ? near(word) : [],
  }))
}

/** FTS5 expressions: all words as typed, all words or their near misses, and any of these. */
function matchExpressions(words: QueryWord[]) {
  const typed = words.map(({ word, isPrefix: prefix }) => (prefix ? `"${word}" *` : `"${word}"`))
  const lenient = words.map(
    ({ near }, at) => `(${[typed[at]!, ...near.map((spelling) => `"${spelling}"`)].join(' OR ')})`,
  )
  return {
    typed: typed.join(' AND '),
    lenient: words.some(({ near }) => near.length > 0) ? lenient.join(' AND ') : undefined,
    any: lenient.join(' OR '),
  }
}

function matches({ word, isPrefix: prefix, near }: QueryWord, term: string): boolean {
  return term === word || (prefix && term.startsWith(word)) || near.includes(term)
}

/** The page, from 1, that contains the most of the words, and how many pages contain as many. */
function bestPage(
  pages: Iterable<{ page: number; words: string }>,
  words: QueryWord[],
): { page?: number; pages: number } {
  const needles = words.map(({ word, isPrefix: prefix, near }) => [
    prefix ? ` ${word}` : ` ${word} `,
    ...near.map((spelling) => ` ${spelling} `),
  ])
  let best: { page?: number; pages: number } = { pages: 0 }
  let most = 0
  for (const { page, words: text } of pages) {
    const count = needles.filter((either) => either.some((needle) => text.includes(needle))).length
    if (count > most) {
      most = count
      best = { page, pages: 1 }
    } else if (count > 0 && count === most) best.pages += 1
  }
  return best
}

/** Maximum number of near misses of a word. */
const mostNear = 20

type Spellings = {
  add: (words: Iterable<string>) => void
  /** The nearest known words, without the word itself. */
  near: (word: string) => string[]
  /** Reloads the stored words after a failed transaction. */
  reload: () => void
}

/** The distinct words of all papers, in memory as a radix tree and in the table `spellings`. */
function createSpellings(db: DatabaseSync): Spellings {
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
