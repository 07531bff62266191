import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreSettings } from './store.ts'

export type SearchSettings = {
  /** The file of the index. It is made from the papers, so it may be deleted while the portal is stopped. */
  indexFile: string
  /** Whether the next start uses the file, too. */
  keepsIndexFile: boolean
}

export function searchSettings(dataFolder: string, store: StoreSettings): SearchSettings {
  // With Firestore there may be several instances, and none of them has a folder that lasts.
  const keepsIndexFile = store.kind === 'sqlite'
  return {
    indexFile: keepsIndexFile
      ? join(dataFolder, 'search.sqlite')
      : join(tmpdir(), `board-portal-search-${randomUUID()}.sqlite`),
    keepsIndexFile,
  }
}
