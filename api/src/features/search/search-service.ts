import { paperProblemOf } from '@portal/domain/paper-problem'
import type { Person } from '@portal/contract/portal'
import type { SearchResults } from '@portal/contract/search'
import { Refusal } from '../../refusal.ts'
import { sightOf } from '../../access.ts'
import type { HiddenPapers } from './hidden-papers.ts'
import type { SearchEngine } from './search-engine.ts'
import { wordsOf } from '@portal/domain/search-words'

export type SearchService = {
  /** Finds documents that match the words of `q`. Refuses with `badRequest` if `q` has no word. */
  find: (person: Person, q: string, limit: number) => Promise<SearchResults>
}

/** Searches the papers that the person may read. */
export function createSearchService(
  engine: SearchEngine,
  hiddenPapers: HiddenPapers,
): SearchService {
  return {
    async find(person, q, limit) {
      refuseWordless(q)
      const hidden = () => hiddenPapers(sightOf(person))
      const answer = await engine.find({ q, limit, hidden })
      const hits = answer.hits.flatMap((hit) => {
        const document = engine.document(hit.id)
        // Already removed from the drive, but not yet from the index.
        if (!document) return []
        const { name, title, path, mime_type, condition, first_page } = document
        const picture = first_page === undefined ? {} : { first_page }
        const problem = paperProblemOf(document)
        return [
          {
            ...hit,
            name,
            title,
            path,
            mime_type,
            condition,
            ...picture,
            ...(problem && { problem }),
          },
        ]
      })
      return { hits, total: answer.total, complete: engine.isComplete() }
    },
  }
}

export function refuseWordless(q: string): void {
  if (wordsOf(q).length > 0) return
  throw new Refusal('badRequest', 'Please enter a word to search for.')
}
