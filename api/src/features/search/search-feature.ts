import type { Serve } from '../../platform/http/serve.ts'
import { search } from '@portal/contract/search'
import { searchEverything } from '@portal/contract/search-everything'
import type { AppParts } from '../../platform/app-parts.ts'
import { createPortalSearch, type PortalSearchParts } from './portal-search.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { createHiddenPapers, createSearchService } from './search-service.ts'
import { createSearchEngine } from './search-engine.ts'

export function createSearch(
  { settings, heavyWork, now, ...parts }: AppParts,
  {
    visibility,
    ...sources
  }: Omit<PortalSearchParts, 'engine' | 'hiddenPapers' | 'heavyWork' | 'now' | 'timeZone'> & {
    visibility: VisibilityService
  },
) {
  const engine = createSearchEngine({ ...parts, ...settings.search })
  const hiddenPapers = createHiddenPapers(engine, visibility)
  const papers = createSearchService(engine, hiddenPapers)
  const portalSearch = createPortalSearch({
    ...sources,
    engine,
    hiddenPapers,
    heavyWork,
    now,
    timeZone: settings.foundation.timeZone,
  })
  return {
    ready: engine.ready,
    resume: engine.start,
    forget: portalSearch.forget,
    async stop() {
      portalSearch.stop()
      await engine.stop()
    },
    routes(serve: Serve) {
      serve(search, ({ person, query }) => papers.find(person, query.q, query.limit))
      serve(searchEverything, ({ person, query, signal }) =>
        portalSearch.find(person, query, signal),
      )
    },
  }
}
