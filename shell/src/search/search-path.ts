import { pathOf } from '@portal/contract/endpoint'

/** The shell’s own page with all the results of a search. */
export const searchPath = '/search'

export function searchAddress(words: string): string {
  return pathOf(searchPath, {}, { q: words || undefined })
}
