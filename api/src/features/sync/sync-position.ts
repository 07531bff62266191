import { storedDocuments } from '../documents/documents-feature.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { DriveFile, DrivePage } from './drive.ts'
import { readCursor, type SyncCursor } from './sync-state.ts'

/** The position where the previous run ended, or the start of a full listing. */
export async function startingPosition(store: DocumentStore): Promise<SyncCursor> {
  const position = await readCursor(store)
  return position.cursor === undefined ? fullListing(store) : position
}

/** The position at the start of a full listing: synced documents that it doesn't name are gone from the drive. */
export async function fullListing(store: DocumentStore): Promise<SyncCursor> {
  const documents = await storedDocuments(store)
  return { unseen: documents.filter(({ isUploaded }) => !isUploaded).map(({ id }) => id) }
}

/** The position after a page has been applied, keeping the files that failed. */
export function positionAfter(
  position: SyncCursor,
  page: DrivePage,
  failed: DriveFile[],
): SyncCursor {
  const named = new Set(page.changes.map(({ id }) => id))
  const left = [...(position.failed ?? []).filter(({ id }) => !named.has(id)), ...failed]
  return {
    cursor: page.cursor,
    ...(position.unseen && { unseen: position.unseen.filter((id) => !named.has(id)) }),
    ...(left.length === 0 ? {} : { failed: left }),
  }
}
