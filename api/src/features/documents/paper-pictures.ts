import { imageAddress, imageHash } from '@portal/contract/images'
import type { Reader } from '@portal/domain/may-read'
import type { ImagesElsewhere } from '../images/images-feature.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { versionPictureKey } from './versions/version-pictures.ts'
import {
  pictureKey,
  pictureWidths,
  type SyncedDocumentsService,
} from './synced-documents-service.ts'

/**
 * The key of a first page's picture by the hash in its address; from memory, if a document that the reader may read
 * shows it. `ofVersions` looks up the pictures of earlier versions in the store.
 */
export function createPictureKeys(
  documents: Pick<SyncedDocumentsService, 'ready' | 'get' | 'all' | 'version'>,
  visibility: VisibilityService,
  store: StoreOperations,
): ImagesElsewhere {
  // Both only grow, so their sum changes with either of them.
  const version = () => documents.version() + visibility.version()
  const byHash = cacheByVersion(version, (reader: Reader) => {
    const keys = documents
      .all()
      .filter((document) => visibility.mayReadPaper(reader, document))
      .flatMap(({ sha256, first_page }) =>
        (['narrow', 'wide'] as const).map((size): [string | undefined, string] => [
          first_page && imageHash(first_page[size]),
          pictureKey(sha256, pictureWidths[size]),
        ]),
      )
    return new Map(keys)
  })
  return {
    readerOf: visibility.readerOf,
    async shown(reader, hash) {
      await Promise.all([documents.ready, visibility.ready])
      return byHash(reader).get(hash)
    },
    ofVersions: (reader, hash) =>
      versionPictureKey(store, hash, (paper) => {
        const document = documents.get(paper)
        return document !== undefined && visibility.mayReadPaper(reader, document)
      }),
    isOfMeeting: (hash) => visibility.isOfMeeting(imageAddress(hash)),
    isHidden: (reader, hash) => !visibility.mayReadCardImage(reader, imageAddress(hash)),
  }
}
