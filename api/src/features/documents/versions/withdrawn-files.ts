import type { BlobStore } from '../../../platform/files/blob-store.ts'
import { keptBytes } from './kept-bytes-service.ts'
import { withdrawnBytes, withdrawnCollection } from './withdrawn-bytes-service.ts'
import {
  changesPrefix,
  originalKey,
  originalsOfChanges,
  pictureKey,
  pictureWidths,
  renditionKey,
  textKey,
} from '../synced-documents-service.ts'
import type { Log } from '../../../platform/log.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { ignoring } from '../../../platform/store/ignoring.ts'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import * as z from 'zod/mini'

/** What has the bytes of papers in it: board books. */
export type ContainingFiles = {
  /** Deletes what has these bytes of a paper in it. May be repeated, and stopped at any time. */
  withdraw: (paper: string, sha256: string) => Promise<void>
}

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  containing: ContainingFiles
  keptVersions: number | undefined
  log: Log
}

/** Deletes the files of withdrawn bytes, unless another paper has the same. A killed process finishes at its next start. */
export async function deleteWithdrawnFiles({
  store,
  blobs,
  containing,
  keptVersions,
  log,
}: Parts): Promise<void> {
  const { documents } = await withdrawnCollection.raw(store).list()
  const waiting = documents.filter(({ left }) => left === true)
  if (waiting.length === 0) return
  const used = await keptBytes({ store, keptVersions, log })
  for (const found of waiting) {
    const { sha256, left: _, ...body } = z.parse(withdrawnBytes, bodyOf(found))
    await containing.withdraw(body.paper, sha256)
    if (!used.has(sha256)) {
      for await (const key of blobKeysOf(blobs, sha256)) await blobs.delete(key)
    }
    // Another instance may have done the same.
    await withdrawnCollection
      .raw(store)
      .update(found.id, { ...body, sha256 }, found.revision)
      .catch(ignoring('stale'))
  }
  log.info('files of withdrawn versions deleted', { count: waiting.length })
}

/** The keys that files of an original may have: its own, and those of what was made from it. */
async function* blobKeysOf(blobs: BlobStore, sha256: string): AsyncGenerator<string> {
  yield originalKey(sha256)
  yield renditionKey(sha256)
  yield textKey(sha256)
  for (const width of Object.values(pictureWidths)) yield pictureKey(sha256, width)
  const changes: string[] = []
  for await (const key of blobs.keys(changesPrefix)) {
    if (originalsOfChanges(key).includes(sha256)) changes.push(key)
  }
  yield* changes
}
