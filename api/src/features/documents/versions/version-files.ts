import { recordChange } from '../../../platform/audit/record-change.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import {
  asVersion,
  putVersion,
  readVersion,
  type StoredVersion,
  type VersionContent,
  versionsCollection,
} from './stored-version.ts'
import type { SyncedDocument } from '../synced-documents-service.ts'
import { recordIncomplete } from './incomplete-versions-service.ts'

export type KeptVersion = StoredVersion & { content: VersionContent }

/** The stored versions that no document shows. A document has more data about the version that it shows. */
export async function* earlierVersions(
  store: StoreOperations,
  document: (id: string) => SyncedDocument | undefined,
): AsyncGenerator<KeptVersion> {
  for await (const page of versionsCollection.raw(store).pages()) {
    for (const stored of page) {
      const version = asVersion(stored)
      const { content } = version ?? {}
      if (!version || !content) continue
      const shown = document(version.paper)
      if (shown && shown.version !== version.number) yield { ...version, content }
    }
  }
}

type Change = {
  at: Date
  what: 'paper damaged' | 'paper repaired'
  /** In words. */
  part: string
  /** Undefined if there is nothing to record. */
  change: (content: VersionContent) => VersionContent | undefined
}

/** Records for every earlier version with this original that a file of it is damaged or repaired. */
export async function changeVersionsOf(
  store: DocumentStore,
  document: (id: string) => SyncedDocument | undefined,
  sha256: string,
  { at, what, part, change }: Change,
): Promise<void> {
  for await (const { sha256: own, paper, number } of earlierVersions(store, document)) {
    if (own !== sha256) continue
    await store.transaction(async (transaction) => {
      const version = await readVersion(transaction, paper, number)
      const content = version?.content && change(version.content)
      if (!version || !content) return
      await putVersion(transaction, { ...version, content })
      await recordIncomplete(transaction, { ...version, content })
      const after = { name: content.name, version: number, part }
      await recordChange(transaction, { at, by: { portal: 'scrub' }, what, subject: paper, after })
    })
  }
}
