import type { Person } from '@portal/contract/portal'
import type { SearchResults } from '@portal/contract/search'
import { Refusal } from '../refusal.ts'
import type { SearchEngine } from './search-engine.ts'
import { wordsOf } from '@portal/domain/search-words'

export type SearchService = {
  /** Finds documents that match the words of `q`. Refuses with `badRequest` if `q` has no word. */
  find: (person: Person, q: string, limit: number) => Promise<SearchResults>
}

/** Every member may search all synced documents, since every member may read them. */
export function createSearchService(engine: SearchEngine): SearchService {
  return {
    async find(_, q, limit) {
      refuseWordless(q)
      const answer = await engine.find({ q, limit })
      const hits = answer.hits.flatMap((hit) => {
        const document = engine.document(hit.id)
        // Already removed from the drive, but not yet from the index.
        if (!document) return []
        const { name, title, path, mime_type, condition, first_page } = document
        const picture = first_page === undefined ? {} : { first_page }
        return [{ ...hit, name, title, path, mime_type, condition, ...picture }]
      })
      return { hits, total: answer.total, complete: engine.isComplete() }
    },
  }
}

export function refuseWordless(q: string): void {
  if (wordsOf(q).length > 0) return
  throw new Refusal('badRequest', 'Please enter a word to search for.')
}
