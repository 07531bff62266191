import type { Serve } from '../../../platform/http/serve.ts'
import { listVersions, withdrawVersion } from '@portal/contract/paper-versions'
import type { AppParts } from '../../../platform/app-parts.ts'
import { createVersionsService, type VersionsParts } from './versions-service.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import type { SyncedDocumentsService } from '../synced-documents-service.ts'
import { countVersion } from './version-arrival-service.ts'

type Parts = Pick<
  VersionsParts,
  'documents' | 'visibility' | 'mappings' | 'quotations' | 'containing'
>

export function createVersions(app: AppParts, parts: Parts) {
  const { settings } = app
  const versions = createVersionsService({ ...app, ...parts, ...settings.papers })
  return {
    ...versions,
    stop: versions.idle,
    routes(serve: Serve) {
      serve(listVersions, ({ person, params, query }) => versions.list(person, params.id, query))
      serve(withdrawVersion, ({ person, params, body }) =>
        versions.withdraw(person, params.id, params.number, body),
      )
    },
  }
}

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
    await store.transaction((transaction) => countVersion(transaction, id))
    counted += 1
  }
  return counted
}
