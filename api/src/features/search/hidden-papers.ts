import type { Sight } from '@portal/domain/may-read'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { SearchEngine } from './search-engine.ts'

export type HiddenPapers = (sight: Sight) => ReadonlySet<string>

/**
 * The papers that a search may not find for a reader, of those that the index may have. They are left out in the index:
 * neither counts nor the choice of looser matches depend on them.
 */
export function createHiddenPapers(
  engine: Pick<SearchEngine, 'documents' | 'version'>,
  visibility: Pick<VisibilityService, 'mayReadPaper' | 'version'>,
): HiddenPapers {
  return cacheByVersion(
    // Both only grow, so their sum changes with either of them.
    () => engine.version() + visibility.version(),
    (sight: Sight) => {
      const papers = [...engine.documents()].map(([id, document]) => ({ ...document, id }))
      const hidden = papers.filter((paper) => !visibility.mayReadPaper({ sight }, paper))
      return new Set(hidden.map(({ id }) => id))
    },
  )
}
