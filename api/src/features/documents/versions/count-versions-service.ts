import type { DocumentStore } from '../../../platform/store/document-store.ts'
import type { SyncedDocumentsService } from '../synced-documents-service.ts'
import { countVersion } from './version-arrival-service.ts'

/**
 * Counts the bytes of every paper that has no version yet: papers from before versions were kept become version 1. One
 * transaction a paper, so it may be repeated, and stopped at any time.
 */
export async function countVersions(
  store: DocumentStore,
  documents: Pick<SyncedDocumentsService, 'all'>,
  signal: AbortSignal,
): Promise<number> {
  let counted = 0
  for (const { id, version } of documents.all()) {
    if (signal.aborted) break
    if (version !== undefined) continue
    await store.transaction((inside) => countVersion(inside, id))
    counted += 1
  }
  return counted
}
