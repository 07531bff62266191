import { imageHash } from '@portal/contract/images'
import type { ImagesElsewhere } from '../images/images-service.ts'
import { cacheByVersion } from '../store/cache-by-version.ts'
import type { StoreOperations } from '../store/document-store.ts'
import { versionPictureKey } from './versions/version-pictures.ts'
import {
  pictureKey,
  pictureWidths,
  type SyncedDocumentsService,
} from './synced-documents-service.ts'

/**
 * The key of a first page's picture by the hash in its address; from memory, if a document shows it. `ofVersions` asks the
 * store for those of earlier versions.
 */
export function createPictureKeys(
  documents: Pick<SyncedDocumentsService, 'ready' | 'all' | 'version'>,
  store: Pick<StoreOperations, 'list'>,
): ImagesElsewhere {
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
  return {
    async shown(hash) {
      await documents.ready
      return byHash(undefined).get(hash)
    },
    ofVersions: (hash) => versionPictureKey(store, hash),
  }
}
