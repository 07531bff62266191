import { isFolderClosed } from '@portal/domain/may-read'
import { cacheByVersion } from '../store/cache-by-version.ts'
import { hotCollection } from '../store/collection.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { foldersCollection, foldersId, storedFolders } from './stored-folders.ts'

/** Which folders of the drive are closed to members. */
export type ClosedFoldersService = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  isClosed: (folder: string) => boolean
}

export function createClosedFoldersService(store: DocumentStore): ClosedFoldersService {
  const folders = hotCollection(store, foldersCollection, storedFolders)
  const switched = cacheByVersion(
    folders.version,
    () =>
      new Map(
        folders.get(foldersId)?.switched.map(({ folder, closed }) => [folder, closed] as const),
      ),
  )
  return {
    ready: folders.ready,
    version: folders.version,
    isClosed: (folder) => isFolderClosed(folder, switched(undefined)),
  }
}
