import type { Serve } from '../../platform/http/serve.ts'
import { search } from '@portal/contract/search'
import { searchEverything } from '@portal/contract/search-everything'
import type { AppParts } from '../../platform/app-parts.ts'
import { createEverythingService, type EverythingParts } from './everything-service.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { createHiddenPapers } from './hidden-papers.ts'
import { createSearchEngine } from './search-engine.ts'
import { createSearchService } from './search-service.ts'

export function createSearch(
  { settings, heavyWork, now, ...parts }: AppParts,
  {
    visibility,
    ...sources
  }: Omit<EverythingParts, 'engine' | 'hiddenPapers' | 'heavyWork' | 'now'> & {
    visibility: VisibilityService
  },
) {
  const engine = createSearchEngine({ ...parts, ...settings.search })
  const hiddenPapers = createHiddenPapers(engine, visibility)
  const papers = createSearchService(engine, hiddenPapers)
  const everything = createEverythingService({ ...sources, engine, hiddenPapers, heavyWork, now })
  return {
    ready: engine.ready,
    resume: engine.start,
    forget: everything.forget,
    async stop() {
      everything.stop()
      await engine.stop()
    },
    routes(serve: Serve) {
      serve(search, ({ person, query }) => papers.find(person, query.q, query.limit))
      serve(searchEverything, ({ person, query, signal }) => everything.find(person, query, signal))
    },
  }
}
