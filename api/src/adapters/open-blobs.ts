import { join } from 'node:path'
import type { BlobStore } from '../platform/files/blob-store.ts'
import type { Settings } from '../platform/env/env.ts'
import { folderBlobStore } from './folder/folder-blob-store.ts'

type Options = Pick<Settings, 'blobs' | 'dataFolder'> & {
  credentialsFile: string | undefined
  /** Another process may use the same folder. */
  isShared?: boolean
}

/** Opens the blob store named in the settings. Google's client is only loaded if it is used. */
export async function openBlobs({
  blobs,
  dataFolder,
  credentialsFile,
  isShared = false,
}: Options): Promise<BlobStore> {
  if (blobs.kind === 'folder') return folderBlobStore(join(dataFolder, 'blobs'), { isShared })
  const { gcsBlobStore, mustReachBucket } = await import('./gcs/gcs-blob-store.ts')
  const options = { bucket: blobs.bucket, credentialsFile }
  await mustReachBucket(options)
  return gcsBlobStore(options)
}
