import { imageHash } from '@portal/contract/images'
import { cacheByVersion } from '../store/cache-by-version.ts'
import {
  pictureKey,
  pictureWidths,
  type SyncedDocumentsService,
} from './synced-documents-service.ts'

/**
 * The key of a first page's picture by the hash in its address; from memory. A picture is served while a document shows
 * it.
 */
export function createPictureKeys(
  documents: Pick<SyncedDocumentsService, 'ready' | 'all' | 'version'>,
): (hash: string) => Promise<string | undefined> {
  const byHash = cacheByVersion(documents.version, () => {
    const keys = documents
      .all()
      .flatMap(({ sha256, first_page }) =>
        (['narrow', 'wide'] as const).map((size): [string | undefined, string] => [
          first_page && imageHash(first_page[size]),
          pictureKey(sha256, pictureWidths[size]),
        ]),
      )
    return new Map(keys)
  })
  return async (hash) => {
    await documents.ready
    return byHash(undefined).get(hash)
  }
}
