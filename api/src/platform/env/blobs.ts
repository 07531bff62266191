import * as z from 'zod/mini'
import { setting } from './values.ts'
import { join } from 'node:path'
import type { StoreSettings } from './store.ts'

/** Where originals, renditions, texts, images and releases are stored. */
export type BlobSettings =
  | { kind: 'folder' }
  /** A bucket of Google Cloud Storage; empty if it wasn't configured. */
  | { kind: 'gcs'; bucket: string }

/** https://cloud.google.com/storage/docs/buckets#naming */
const bucketName = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/

export const blobEnvironment = {
  BLOBS: setting(
    z._default(z.enum(['folder', 'gcs']), 'folder'),
    'where originals, renditions, texts, images and releases are stored; `gcs` is Google Cloud Storage',
  ),
  GCS_BUCKET: setting(
    z.optional(z.string().check(z.regex(bucketName, 'it is not a bucket name'))),
    'the bucket for `BLOBS=gcs`',
  ),
}

const environment = z.object(blobEnvironment)

export function blobSettings({ BLOBS, GCS_BUCKET }: z.output<typeof environment>): BlobSettings {
  return BLOBS === 'gcs' ? { kind: 'gcs', bucket: GCS_BUCKET ?? '' } : { kind: 'folder' }
}

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
