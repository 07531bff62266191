import { search } from '@portal/contract/search'
import { searchEverything } from '@portal/contract/search-everything'
import type { AppParts } from '../../platform/app-parts.ts'
import {
  createEverythingService,
  type EverythingParts,
  type EverythingService,
} from './everything-service.ts'
import type { VisibilityService } from '../visibility/visibility-service.ts'
import { createHiddenPapers } from './hidden-papers.ts'
import { createSearchEngine, type SearchEngine } from './search-engine.ts'
import { createSearchService } from './search-service.ts'

export type MountedSearch = Pick<SearchEngine, 'ready' | 'start' | 'stop'> &
  Pick<EverythingService, 'forget'>

export function mountSearch(
  { serve, settings, heavyWork, now, ...parts }: AppParts,
  {
    visibility,
    ...sources
  }: Omit<EverythingParts, 'engine' | 'hiddenPapers' | 'heavyWork' | 'now'> & {
    visibility: VisibilityService
  },
): MountedSearch {
  const engine = createSearchEngine({ ...parts, ...settings.search })
  const hiddenPapers = createHiddenPapers(engine, visibility)
  const papers = createSearchService(engine, hiddenPapers)
  const everything = createEverythingService({ ...sources, engine, hiddenPapers, heavyWork, now })
  serve(search, ({ person, query }) => papers.find(person, query.q, query.limit))
  serve(searchEverything, ({ person, query, signal }) => everything.find(person, query, signal))
  return {
    ready: engine.ready,
    start: engine.start,
    forget: everything.forget,
    async stop() {
      everything.stop()
      await engine.stop()
    },
  }
}
