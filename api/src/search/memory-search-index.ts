import MiniSearch, { type SearchResult } from 'minisearch'
import { snippetOf } from './search-snippet.ts'
import { nameWords, type IndexHit, type SearchIndex } from './search-index.ts'
import { findInMemory, searchRules } from './search-rules.ts'

/** One entry per page, so that long papers rank correctly and a hit names its page. */
type Entry = { id: string; title: string; path: string; text: string }

/** Keeps everything in memory: about 28 KB per page. */
export function createMemorySearchIndex(): SearchIndex {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'path', 'text'],
    ...searchRules,
  })
  const documents = new Map<string, { pages: string[]; entries: number; version: string }>()

  const remove = (id: string) => {
    const before = documents.get(id)
    for (let page = 1; page <= (before?.entries ?? 0); page += 1) index.discard(keyOf(id, page))
    documents.delete(id)
  }

  return {
    remove,
    put({ id, name, title, path, pages, version }) {
      remove(id)
      const texts = pages.length > 0 ? pages : ['']
      documents.set(id, { pages, entries: texts.length, version })
      const words = nameWords({ name, title })
      for (const [at, text] of texts.entries()) {
        index.add({ id: keyOf(id, at + 1), title: words, path, text })
      }
    },
    find(q, limit, isWanted) {
      const filter = isWanted && ((result: SearchResult) => isWanted(placeOf(String(result.id)).id))
      const results = findInMemory(q, (query) => index.search(query, filter ? { filter } : {}))
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
    versions: () => new Map([...documents].map(([id, { version }]) => [id, version])),
    close: () => undefined,
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
