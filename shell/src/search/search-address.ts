import { pathOf } from '@portal/contract/endpoint'
import { searchPath } from './search-path.ts'

/** The address of all results for these words, without filters. */
export function searchAddress(words: string): string {
  return pathOf(searchPath, {}, { q: words })
}
