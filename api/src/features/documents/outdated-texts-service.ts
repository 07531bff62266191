import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import {
  changesPrefix,
  originalsOfChanges,
  putDocument,
  readDocument,
  type SyncedDocumentsService,
} from './synced-documents-service.ts'
import { isIncomplete, recordIncomplete } from './versions/incomplete-versions-service.ts'
import { putVersion, readVersion } from './versions/stored-version.ts'
import { earlierVersions } from './versions/version-files.ts'

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  documents: Pick<SyncedDocumentsService, 'all' | 'get'>
}

export type OutdatedTextsService = {
  /** Records the earlier versions whose texts are outdated among those that lack something. May be repeated. */
  recordVersions: () => Promise<void>
  /**
   * Takes the text from all papers and versions with this original, and their differences, before another text is
   * stored. If the process is killed meanwhile, their text is missing and is made again.
   */
  forget: (sha256: string) => Promise<void>
}

export function createOutdatedTextsService({
  store,
  blobs,
  documents,
}: Parts): OutdatedTextsService {
  return {
    async recordVersions() {
      for await (const version of earlierVersions(store, documents.get)) {
        if (!isIncomplete(version)) continue
        await store.transaction((transaction) => recordIncomplete(transaction, version))
      }
    },
    async forget(sha256) {
      for (const { id, sha256: own } of documents.all()) {
        if (own !== sha256) continue
        await store.transaction(async (transaction) => {
          const document = await readDocument(transaction, id)
          if (document?.sha256 !== sha256) return
          await putDocument(transaction, id, withoutText(document))
        })
      }
      for await (const { paper, number, sha256: own } of earlierVersions(store, documents.get)) {
        if (own !== sha256) continue
        await store.transaction(async (transaction) => {
          const version = await readVersion(transaction, paper, number)
          if (!version?.content) return
          const without = { ...version, content: withoutText(version.content) }
          await putVersion(transaction, without)
          await recordIncomplete(transaction, without)
        })
      }
      for await (const key of blobs.keys(changesPrefix)) {
        if (originalsOfChanges(key).includes(sha256)) await blobs.delete(key)
      }
    },
  }
}

function withoutText<P extends { text?: unknown; text_sha256?: unknown }>(paper: P): P {
  const { text: _text, text_sha256: _hash, ...rest } = paper
  return rest as P
}
