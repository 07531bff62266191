import type { StatementSync } from 'node:sqlite'
import {
  countedText,
  readQuery,
  type SearchQuery,
  type Spelling,
  type Wanted,
} from '@portal/domain/search-query'
import { foldedWords } from '@portal/domain/search-words'
import {
  type Conditions,
  conditionsOf,
  expressionOf,
  hiddenSchema,
  withNearMisses,
} from './search-expressions.ts'
import { type Rank, rankOf } from './search-rank.ts'
import { type Snippet, snippetOf } from './search-snippet.ts'
import { createSpellings } from './search-spellings.ts'
import {
  eraseRemoved,
  hasRemoved,
  noteRemoved,
  openIndexDatabase,
  writingStatement,
} from './sqlite-search-schema.ts'

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

export type IndexHit = { id: string; snippet?: Snippet } & Rank

export type IndexHits = { hits: IndexHit[]; total: number }

export type FindOptions = Conditions & {
  limit: number
  /** Factors of how well a document fits, by its id. Those with more than 1 are never left out for others. */
  boosts?: ReadonlyMap<string, number> | undefined
}

/** A full-text index of pages and names. */
export type SearchIndex = {
  /** Adds a document, or replaces it. */
  put: (...documents: IndexedDocument[]) => void
  remove: (id: string) => void
  /** Keeps a set of ids that searches leave out, under a number, so that no search is slower for its size. */
  hide: (set: number, ids: ReadonlySet<string>) => void
  /** Forgets a set. */
  unhide: (set: number) => void
  /** Returns one hit per document, best first, and the number of matching documents. */
  find: (q: string, options: FindOptions) => IndexHits
  /** The version of each document that it holds. */
  versions: () => Map<string, string>
  /** Whether words of removed or replaced papers are left. */
  hasRemoved: () => boolean
  /** Overwrites them. Nothing can be found meanwhile. */
  eraseRemoved: () => void
  close: () => void
}

/** A page's key is the paper's number times this, plus the page. */
const pageKeys = 65_536
/** How many papers are ranked by their pages; for a single word, FTS5's own ranks differ little from these. */
const mostRanked = { oneWord: 12, words: 20 }
/** A word that more than this share of the papers have says little, if not all words are found. */
const commonShare = 0.25

const matching =
  'SELECT papers.n, papers.id, papers.title, papers.path FROM words JOIN papers ON papers.n = words.rowid WHERE words MATCH ?'

type Paper = { n: number; id: string; title: string; path: string }

type Ranked = { paper: Paper; rank: Rank }

/** Keeps the texts and their index in an SQLite file, and only the distinct words in memory. */
export function openSqliteSearchIndex(file: string): SearchIndex {
  const { db, read: spellings } = openIndexDatabase(file, createSpellings)
  db.exec(hiddenSchema)
  const writing = (sql: string) => writingStatement(db, sql)
  const statements = {
    number: db.prepare('SELECT n FROM papers WHERE id=?'),
    versions: db.prepare('SELECT id, version FROM papers'),
    size: db.prepare('SELECT count(*) AS count FROM papers'),
    frequency: db.prepare('SELECT doc AS count FROM frequencies WHERE term=?'),
    addPaper: db.prepare(
      'INSERT INTO papers (id, version, title, path) VALUES (?, ?, ?, ?) RETURNING n',
    ),
    addWords: writing('INSERT INTO words (rowid, title, path, text) VALUES (?, ?, ?, ?)'),
    addPage: writing('INSERT INTO pages VALUES (?, ?, ?)'),
    removePaper: writing('DELETE FROM papers WHERE n=?'),
    removeWords: writing('DELETE FROM words WHERE rowid=?'),
    removePages: writing('DELETE FROM pages WHERE key BETWEEN ? AND ?'),
    pages: db.prepare('SELECT key - ? AS page, words FROM pages WHERE key BETWEEN ? AND ?'),
    text: db.prepare('SELECT text FROM pages WHERE key=?'),
    addHidden: db.prepare('INSERT OR IGNORE INTO temp.hidden VALUES (?, ?)'),
    hide: db.prepare(
      'INSERT INTO temp.hidden SELECT ?, n FROM papers WHERE id IN (SELECT value FROM json_each(?))',
    ),
    unhide: db.prepare('DELETE FROM temp.hidden WHERE number=?'),
    removeHidden: db.prepare('DELETE FROM temp.hidden WHERE number=? AND n=?'),
  }
  /** Statements for the conditions of a search, of which there are few. */
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  const hiddenSets = new Map<number, ReadonlySet<string>>()
  const numberFrom = (row: Record<string, unknown> | undefined) => Number(row?.['count'] ?? 0)

  /** How many papers there are; undefined after a change. */
  let size: number | undefined
  const remove = (id: string) => {
    size = undefined
    const n = statements.number.get(id)?.['n']
    if (typeof n !== 'number') return
    noteRemoved(db)
    // Another paper can get its number.
    for (const set of hiddenSets.keys()) statements.removeHidden.run(set, n)
    statements.removeWords.run(n)
    statements.removePages.run(...keysOf(n))
    statements.removePaper.run(n)
  }
  const put = ({ id, name, title, path, pages, version }: IndexedDocument) => {
    remove(id)
    const described = [nameWords({ name, title }), path].map((text) => countedText(text)) as [
      string,
      string,
    ]
    const n = Number(statements.addPaper.get(id, version, ...described)?.['n'])
    for (const [set, ids] of hiddenSets) if (ids.has(id)) statements.addHidden.run(set, n)
    const texts = pages.slice(0, pageKeys - 1).map((text) => ({ text, words: foldedWords(text) }))
    statements.addWords.run(n, ...described, texts.map(({ words }) => words.join(' ')).join(' '))
    for (const [at, page] of texts.entries()) {
      statements.addPage.run(n * pageKeys + at + 1, page.text, ` ${page.words.join(' ')} `)
    }
    for (const text of described) spellings.add(text.trim().split(' '))
    for (const { words } of texts) spellings.add(words)
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

  const countOf = (expression: string, options: FindOptions) => {
    const { sql, values } = conditionsOf(options)
    const count = prepare(`SELECT count(*) AS count FROM words WHERE words MATCH ?${sql}`)
    return numberFrom(count.get(expression, ...values))
  }
  /** The papers that match best, those that are boosted, and how many match. */
  const select = (expression: string, isOneWord: boolean, options: FindOptions) => {
    const { limit, only, boosts } = options
    const total = countOf(expression, options)
    if (total === 0) return { papers: [], total }
    const most = Math.max(limit, isOneWord ? mostRanked.oneWord : mostRanked.words)
    const preferred = [...(boosts ?? [])].flatMap(([id, factor]) =>
      factor > 1 && only?.has(id) !== false ? id : [],
    )
    const { sql, values } = conditionsOf(options)
    // With the plus, only papers that fulfil the conditions are ranked.
    const best = prepare(`${matching}${sql} ORDER BY +words.rank LIMIT ?`)
    const found = best.all(expression, ...values, most)
    const among = conditionsOf({ ...options, only: new Set(preferred) })
    const boosted =
      preferred.length > 0
        ? prepare(`${matching}${among.sql}`).all(expression, ...among.values)
        : []
    const papers = new Map([...found, ...boosted].map((paper) => [paper['n'], paper as Paper]))
    return { papers: [...papers.values()], total }
  }
  const pagesOf = (n: number) =>
    statements.pages.iterate(n * pageKeys, ...keysOf(n)) as Iterable<{
      page: number
      words: string
    }>

  const frequencyOf = ({ spellings: own }: Wanted) => {
    const counts = own.map(({ words }: Spelling) =>
      Math.min(...words.map((word) => numberFrom(statements.frequency.get(word)))),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }

  return {
    put: (...documents) => inTransaction(() => documents.forEach(put)),
    remove: (id) => inTransaction(() => remove(id)),
    hide(set, ids) {
      statements.unhide.run(set)
      statements.hide.run(set, JSON.stringify([...ids]))
      hiddenSets.set(set, ids)
    },
    unhide(set) {
      hiddenSets.delete(set)
      statements.unhide.run(set)
    },
    find(q, options) {
      const { hidden } = options
      if (hidden !== undefined && !hiddenSets.has(hidden)) throw new Error('no such hidden set')
      const query = readQuery(q)
      const typed = query.wanted
      if (typed.length === 0) return { hits: [], total: 0 }
      const lenient = withNearMisses(typed, spellings.near)
      size ??= Math.max(1, numberFrom(statements.size.get()))
      const frequencies = typed.length === 1 ? [1] : typed.map(frequencyOf)
      const papers = size
      const weights = frequencies.map((count) => Math.log(1 + papers / Math.max(1, count)))
      const known = new Map<number, Ranked>()
      let total = 0
      const add = (wanted: Wanted[], expression: string) => {
        const { papers: selected, total: count } = select(expression, typed.length === 1, options)
        for (const paper of selected) {
          if (known.has(paper.n)) continue
          const searched = { ...paper, pages: pagesOf(paper.n) }
          known.set(paper.n, { paper, rank: rankOf({ ...query, wanted, weights }, searched) })
        }
        total = Math.max(total, count)
      }
      add(typed, expressionOf(typed, 'AND'))
      if (lenient.some(({ spellings: own }, at) => own.length > typed[at]!.spellings.length)) {
        const expression = expressionOf(lenient, 'AND')
        const wholes = [...known.values()].filter(({ rank }) => rank.tier < 2)
        // Papers with near misses come after those with the exact words.
        if (wholes.length < options.limit) add(lenient, expression)
        else total = Math.max(total, countOf(expression, options))
      }
      const isWhole = [...known.values()].some(({ rank }) => rank.tier < 2)
      if (!isWhole && typed.length > 1) {
        const rare = lenient.filter((_, at) => frequencies[at]! <= papers * commonShare)
        if (rare.length > 0) add(lenient, expressionOf(rare, 'OR'))
        if (known.size === 0) add(lenient, expressionOf(lenient, 'OR'))
      }
      const rankedPapers = inOrder([...known.values()], options)
      return {
        hits: rankedPapers.map((found) => hitOf(found, { ...query, wanted: lenient })),
        total,
      }
    },
    versions: () =>
      new Map(statements.versions.all().map(({ id, version }) => [String(id), String(version)])),
    hasRemoved: () => hasRemoved(db),
    eraseRemoved() {
      eraseRemoved(db)
      spellings.reload()
    },
    close: () => db.close(),
  }

  function hitOf({ paper: { n, id }, rank }: Ranked, query: SearchQuery): IndexHit {
    if (rank.page === undefined) return { id, ...rank }
    const text = String(statements.text.get(n * pageKeys + rank.page)?.['text'] ?? '')
    return { id, ...rank, snippet: snippetOf(text, query) }
  }
}

function inOrder(found: Ranked[], { limit, boosts }: FindOptions): Ranked[] {
  const fitOf = ({ paper, rank }: Ranked) => rank.fit * (boosts?.get(paper.id) ?? 1)
  return found
    .map((each) => ({ ...each, rank: { ...each.rank, fit: fitOf(each) } }))
    .toSorted((a, b) => a.rank.tier - b.rank.tier || b.rank.fit - a.rank.fit)
    .slice(0, limit)
}

function keysOf(n: number): [first: number, last: number] {
  return [n * pageKeys, (n + 1) * pageKeys - 1]
}

/** The searchable words of a document's name. Includes the file extension, because people search for `.xlsx`. */
function nameWords({ name, title }: Pick<IndexedDocument, 'name' | 'title'>): string {
  return name.startsWith(title) ? name : `${title} ${name}`
}
