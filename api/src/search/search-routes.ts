import { search } from '@portal/contract/search'
import type { Serve } from '../http/serve.ts'
import type { SearchService } from './search-service.ts'

export function searchRoutes(serve: Serve, service: SearchService): void {
  serve(search, ({ person, query }) => service.find(person, query.q, query.limit))
}
