import { join } from 'node:path'
import type { StoreSettings } from './store.ts'

export type SearchSettings = {
  /**
   * The file of the index. It is made from the papers, so it may be deleted while the portal is stopped. Undefined: a
   * temporary file, which is gone when the portal stops.
   */
  indexFile: string | undefined
}

export function searchSettings(dataFolder: string, store: StoreSettings): SearchSettings {
  // With Firestore there may be several instances, and none of them has a folder that lasts.
  return { indexFile: store.kind === 'sqlite' ? join(dataFolder, 'search.sqlite') : undefined }
}
