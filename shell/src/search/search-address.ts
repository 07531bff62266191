import { pathOf } from '@portal/contract/endpoint'
import { searchPath } from './search-path.ts'

/** The page with all the results for these words, without filters. */
export function searchAddress(words: string): string {
  return pathOf(searchPath, {}, { q: words })
}
