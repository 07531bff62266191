import { paperProblemOf } from '@portal/domain/paper-problem'
import type { Person } from '@portal/contract/portal'
import type { SearchResults } from '@portal/contract/search'
import { wordsOf } from '@portal/domain/search-words'
import type { Reader } from '@portal/domain/may-read'
import { Refusal } from '../../refusal.ts'
import type { SearchEngine } from './search-engine.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'

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
      const hidden = () => hiddenPapers(person)
      const answer = await engine.find({ q, limit, hidden })
      const hits = answer.hits.flatMap((hit) => {
        const document = engine.document(hit.id)
        // Already removed from the drive, but not yet from the index.
        if (!document) return []
        const { id, page, pages, snippet } = hit
        const { name, title, path, mime_type, condition, first_page } = document
        const picture = first_page === undefined ? {} : { first_page }
        const problem = paperProblemOf(document)
        return [
          {
            id,
            pages,
            ...(page === undefined ? {} : { page }),
            ...(snippet && { snippet }),
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

export type HiddenPapers = (person: Person) => ReadonlySet<string>

/**
 * The papers that a search may not find for a reader, of those that the index may have. They are left out in the index:
 * neither counts nor the choice of looser matches depend on them.
 */
export function createHiddenPapers(
  engine: Pick<SearchEngine, 'documents' | 'version'>,
  visibility: Pick<VisibilityService, 'mayReadPaper' | 'readerOf' | 'version'>,
): HiddenPapers {
  const sameSet = createSameSet()
  const hidden = cacheByVersion(
    // Both only grow, so their sum changes with either of them.
    () => engine.version() + visibility.version(),
    (reader: Reader) => {
      const papers = [...engine.documents()].map(([id, document]) => ({ ...document, id }))
      const unreadable = papers.filter((paper) => !visibility.mayReadPaper(reader, paper))
      return sameSet(new Set(unreadable.map(({ id }) => id)))
    },
  )
  return (person) => hidden(visibility.readerOf(person))
}

/** How many sets are compared with a new one. */
const mostCompared = 20

/** Few changes of the portal change what a reader may not read: a set with the same ids stays the same object. */
function createSameSet() {
  let latest: ReadonlySet<string>[] = []
  return (made: ReadonlySet<string>): ReadonlySet<string> => {
    const same = latest.find((set) => isSame(set, made)) ?? made
    latest = [same, ...latest.filter((set) => set !== same)].slice(0, mostCompared)
    return same
  }
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id))
}
