import { storedDocuments } from '../documents/synced-documents-service.ts'
import type { DocumentStore } from '../store/document-store.ts'
import type { DriveFile, DrivePage } from './drive.ts'
import { readCursor, type SyncCursor } from './sync-state.ts'

/** Where the run before has ended, or everything from the beginning. */
export async function startingPosition(store: DocumentStore): Promise<SyncCursor> {
  const position = await readCursor(store)
  return position.cursor === undefined ? listedAnew(store) : position
}

/** While everything is listed: what is stored but not listed is gone from the drive. */
export async function listedAnew(store: DocumentStore): Promise<SyncCursor> {
  return { unseen: (await storedDocuments(store)).map(({ id }) => id) }
}

/** The position once a page has been applied, but for the files of it that failed. */
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
