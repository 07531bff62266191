import MiniSearch, { type SearchResult } from 'minisearch'
import { type Snippet, snippetOf } from './search-snippet.ts'
import { folded, wordsOf } from './search-words.ts'

export type IndexedDocument = {
  id: string
  name: string
  title: string
  path: string
  /** The text of each page; empty if the document has no text. */
  pages: string[]
}

type IndexHit = { id: string; page?: number; pages: number; snippet?: Snippet }

export type SearchIndex = {
  /** Adds a document, or replaces it. */
  put: (document: IndexedDocument) => void
  remove: (id: string) => void
  /** One hit per document, best first, and the total number of matching documents. */
  find: (q: string, limit: number) => { hits: IndexHit[]; total: number }
}

/** One entry per page, so that long papers rank correctly and a hit names its page. */
type Entry = { id: string; title: string; path: string; text: string }

/** An in-memory full-text index of pages and names. It only takes plain data, so it can run in a worker thread. */
export function createSearchIndex(): SearchIndex {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'path', 'text'],
    tokenize: wordsOf,
    processTerm: folded,
    searchOptions: {
      boost: { title: 4, path: 2 },
      // The last word may still be incomplete; a short prefix would match almost anything.
      prefix: (term, at, terms) => term.length > 2 || at === terms.length - 1,
      fuzzy: (term) => (term.length > 3 && !/^\d/.test(term) ? 0.2 : false),
    },
  })
  const documents = new Map<string, { pages: string[]; entries: number }>()

  const remove = (id: string) => {
    const before = documents.get(id)
    for (let page = 1; page <= (before?.entries ?? 0); page += 1) index.discard(keyOf(id, page))
    documents.delete(id)
  }

  return {
    remove,
    put({ id, name, title, path, pages }) {
      remove(id)
      const texts = pages.length > 0 ? pages : ['']
      documents.set(id, { pages, entries: texts.length })
      // Includes the file extension: people search for `.xlsx`.
      const words = name.startsWith(title) ? name : `${title} ${name}`
      for (const [at, text] of texts.entries()) {
        index.add({ id: keyOf(id, at + 1), title: words, path, text })
      }
    },
    find(q, limit) {
      let results = index.search(q, { combineWith: 'AND' })
      if (results.length === 0) results = index.search(q, { combineWith: 'OR' })
      const best = new Map<string, { result: SearchResult; page: number; pages: number }>()
      for (const result of results) {
        const { id, page } = placeOf(String(result.id))
        const inText = isInText(result)
        const before = best.get(id)
        // Results come best first; among equals, such as matches in the name only, the first page comes first.
        if (!before) best.set(id, { result, page, pages: inText ? 1 : 0 })
        else if (inText) before.pages += 1
      }
      const hits = [...best].slice(0, limit).map(([id, { result, page, pages }]): IndexHit => {
        if (!isInText(result)) return { id, pages }
        const text = documents.get(id)?.pages[page - 1] ?? ''
        return { id, page, pages, snippet: snippetOf(text, new Set(result.terms)) }
      })
      return { hits, total: best.size }
    },
  }
}

function isInText({ match }: SearchResult): boolean {
  return Object.values(match).some((fields) => fields.includes('text'))
}

const keyOf = (id: string, page: number) => `${page}#${id}`

function placeOf(key: string): { id: string; page: number } {
  const at = key.indexOf('#')
  return { id: key.slice(at + 1), page: Number(key.slice(0, at)) }
}
