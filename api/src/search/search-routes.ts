import { search } from '@portal/contract/search'
import type { AppParts } from '../app-parts.ts'
import { createSearchService, type SearchService } from './search-service.ts'

export function mountSearch({ serve, ...parts }: AppParts): SearchService {
  const service = createSearchService(parts)
  serve(search, ({ person, query }) => service.find(person, query.q, query.limit))
  return service
}
