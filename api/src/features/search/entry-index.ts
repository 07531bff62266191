import { type FindOptions, type IndexHits, openSqliteSearchIndex } from './sqlite-search-index.ts'

/** An agenda item, a person or a note as plain text. */
export type SearchEntry = {
  id: string
  title: string
  /** Its location, or what it belongs to. */
  path: string
  text: string
}

export type EntryIndex = {
  find: (q: string, options: FindOptions) => IndexHits
  close: () => void
}

/** An index in memory of a list that is small enough to be rebuilt when it changes. */
export function createEntryIndex(entries: readonly SearchEntry[]): EntryIndex {
  const index = openSqliteSearchIndex(':memory:')
  index.put(
    ...entries.map(({ id, title, path, text }) => ({
      id,
      title,
      path,
      name: title,
      version: '',
      pages: text === '' ? [] : [text],
    })),
  )
  return { find: index.find, close: index.close }
}
