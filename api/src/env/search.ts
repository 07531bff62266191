import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { StoreSettings } from './store.ts'
import { setting } from './values.ts'

export type SearchSettings = {
  /** Papers with more pages than this are indexed in a file, and not in memory. */
  memoryPages: number
  /** The file of that index. It is made from the papers, so it may be deleted while the portal is stopped. */
  indexFile: string
  /** Whether the next start uses the file, too. */
  keepsIndexFile: boolean
}

export const searchEnvironment = {
  SEARCH_MEMORY_PAGES: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 20_000),
    'how many pages of papers are indexed for search in memory, about 28 KB each; with more of them the index is a file, `search.sqlite` in the data folder, or in the temporary folder with `STORE=firestore`',
  ),
}

const environment = z.object(searchEnvironment)

export function searchSettings(
  read: z.output<typeof environment>,
  { dataFolder, store }: { dataFolder: string; store: StoreSettings },
): SearchSettings {
  // With Firestore there may be several instances, and none of them has a folder that lasts.
  const keepsIndexFile = store.kind === 'sqlite'
  return {
    memoryPages: read.SEARCH_MEMORY_PAGES,
    indexFile: keepsIndexFile
      ? join(dataFolder, 'search.sqlite')
      : join(tmpdir(), `board-portal-search-${randomUUID()}.sqlite`),
    keepsIndexFile,
  }
}
