import type { DriveFolders } from '@portal/contract/documents'
import type { Person } from '@portal/contract/portal'
import { isFolderClosed } from '@portal/domain/may-read'
import { mustManagePortal } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { refuseStale, bodyOf } from '../../platform/store/stored-body.ts'

import { byFolderName } from './folders.ts'
import { foldersCollection, foldersId, type StoredFolders } from './stored-document.ts'
import { isUploaded, type SyncedDocumentsService } from './synced-documents-service.ts'

/** Which folders of the drive are closed to members. */
export type ClosedFoldersService = {
  ready: Promise<void>
  /** Increases with every change. */
  version: () => number
  isClosed: (folder: string) => boolean
  list: (person: Person) => Promise<DriveFolders>
  switch: (
    person: Person,
    change: { folder: string; closed: boolean },
    revision: number | 'new',
  ) => Promise<DriveFolders>
}

type Parts = {
  store: DocumentStore
  documents: Pick<SyncedDocumentsService, 'ready' | 'all' | 'isClosed'>
  now: () => Date
}

export function createClosedFoldersService({ store, documents, now }: Parts): ClosedFoldersService {
  const folders = foldersCollection.hot(store, undefined, 'closed folders')
  const switched = cacheByVersion(folders.version, () => switchesOf(folders.get(foldersId)))

  const shown = (stored: (StoredFolders & { revision: number }) | undefined): DriveFolders => {
    const counts = new Map<string, number>()
    for (const document of documents.all()) {
      // Every admin reads the list, and none learns where the papers of closed items are.
      if (isUploaded(document) || documents.isClosed(document.id)) continue
      const { path } = document
      counts.set(path, (counts.get(path) ?? 0) + 1)
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        const around = path.slice(0, end)
        counts.set(around, counts.get(around) ?? 0)
      }
    }
    const switches = switchesOf(stored)
    return {
      folders: [...counts]
        .map(([folder, papers]) => ({ folder, closed: isFolderClosed(folder, switches), papers }))
        .toSorted((a, b) => byFolderName(a.folder, b.folder)),
      ...(stored ? { revision: stored.revision } : {}),
    }
  }

  return {
    ready: folders.ready,
    version: folders.version,
    isClosed: (folder) => folders.hasDamage() || isFolderClosed(folder, switched(undefined)),
    async list(person) {
      mustManagePortal(person)
      await documents.ready
      return shown(await foldersCollection.in(store).get(foldersId))
    },
    async switch(person, { folder, closed }, revision) {
      mustManagePortal(person)
      const stored = await store.transaction(async (transaction) => {
        const records = foldersCollection.in(transaction)
        const record = await records.get(foldersId)
        // A repeated request gets its first result.
        if (isFolderClosed(folder, switchesOf(record)) === closed) return record
        refuseStale(record, revision, shown)
        const others = record?.switched.filter((candidate) => candidate.folder !== folder) ?? []
        const after = { switched: [...others, { folder, closed }] }
        const written = await records.put(foldersId, after, record)
        const what = closed ? 'folder closed' : 'folder opened'
        const before = record && bodyOf(record)
        const subject = folder === '' ? 'drive' : folder
        await recordChange(transaction, { at: now(), by: person, what, subject, before, after })
        return written
      })
      return shown(stored)
    },
  }
}

function switchesOf(stored: StoredFolders | undefined): Map<string, boolean> {
  return new Map(stored?.switched.map(({ folder, closed }) => [folder, closed] as const))
}
