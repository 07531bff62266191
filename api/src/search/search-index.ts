import type { Snippet } from './search-snippet.ts'

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

/** A full-text index of the papers' pages and names. It only takes plain data, so it runs in a worker thread. */
export type SearchIndex = {
  /** Adds a document, or replaces it. */
  put: (document: IndexedDocument) => void
  remove: (id: string) => void
  /** Returns one hit per document, best first, and the number of matching documents; limited to those whose id `isWanted` accepts. */
  find: (q: string, limit: number, isWanted?: (id: string) => boolean) => IndexHits
  /** The version of each document that it holds. */
  versions: () => Map<string, string>
  close: () => void
}

/** The searchable words of a document's name. Includes the file extension, because people search for `.xlsx`. */
export function nameWords({ name, title }: Pick<IndexedDocument, 'name' | 'title'>): string {
  return name.startsWith(title) ? name : `${title} ${name}`
}
