import { createHash } from 'node:crypto'
import type { ProblemCode } from '@portal/contract/problem'
import type { Person } from '@portal/contract/portal'
import { memoryBlobStore } from '../adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { createDocumentsService } from '../features/documents/documents-service.ts'
import { isClaimed } from '../features/documents/original-claims-service.ts'
import { documentsCollection } from '../features/documents/stored-document.ts'
import { storedPaper } from '../features/documents/stored-paper-fixture.ts'
import {
  createSyncedDocumentsService,
  originalKey,
  readDocument,
  removeDocument,
  type SyncedDocument,
} from '../features/documents/synced-documents-service.ts'
import { retainedOriginals } from '../features/documents/versions/version-retention.ts'
import { putArrived, withBytesOf } from '../features/documents/versions/version-arrival-service.ts'
import { versionsCollection } from '../features/documents/versions/stored-version.ts'
import { createVersionsService } from '../features/documents/versions/versions-service.ts'
import { withdrawIn } from '../features/documents/versions/withdraw-version.ts'
import {
  withdrawalOf,
  withdrawalsCollection,
} from '../features/documents/versions/stored-withdrawal.ts'
import { silentLog } from '../platform/log.ts'
import { createReadingService } from '../features/reading/reading-service.ts'
import { Refusal } from '../refusal.ts'
import type { Drive, DriveFile } from '../features/sync/drive.ts'
import { syncAdmin, unmapped } from '../features/sync/sync-fixtures.ts'
import { createSyncService } from '../features/sync/sync-service.ts'
import { collectUnusedBlobs } from '../features/sync/sync-run.ts'
import { putVersionIn } from '../features/uploads/keep-version.ts'
import { openVisibility } from '../features/visibility/open-visibility-fixture.ts'

export type PapersWorld = Awaited<ReturnType<typeof papersWorld>>

/** The collections that a history writes, apart from the audit, which nothing here reads. */
const collections = [
  documentsCollection.name,
  versionsCollection.name,
  withdrawalsCollection.name,
  'claimed_originals',
  'reading',
  'reading_settings',
  'sync',
  'sync_removals',
]

type Options = {
  keptVersions: number | undefined
  /** Whether to sync with the sync service. Otherwise only its transactions run, which is much faster. */
  withService: boolean
}

/** The services that keep papers, versions and reading, over stores in memory. */
export async function papersWorld({ keptVersions, withService }: Options) {
  const files = new Map<string, string>()
  const now = () => new Date()
  const store = openSqliteStore({ path: ':memory:', now })
  const blobs = memoryBlobStore(now)
  const parts = { store, blobs, keptVersions, now, log: silentLog }
  const synced = createSyncedDocumentsService(parts)
  await synced.ready
  const documents = createDocumentsService({
    ...parts,
    documents: synced,
    visibility: openVisibility,
    damage: { damaged: async () => undefined },
  })
  const { mappings } = unmapped
  const quotations = { withdraw: async () => undefined }
  const versions = createVersionsService({
    ...parts,
    documents: synced,
    visibility: openVisibility,
    mappings,
    quotations,
    containing: quotations,
  })
  const service = createSyncService({ ...parts, ...unmapped, drive: driveOf(files) })

  const syncFile = async (id: string, text: string | undefined) => {
    const before = await readDocument(store, id)
    if (text === undefined)
      return store.transaction((transaction) => removeDocument(transaction, id))
    const document = arrivedOf(id, text)
    if (before?.checksum === document.checksum) return
    const isWithdrawn = (await withdrawalOf(store, id, document.sha256)) !== undefined
    if (!isWithdrawn) await blobs.put(originalKey(document.sha256), Buffer.from(text))
    const unshown = before ? withBytesOf(document, before) : { ...document, withdrawn: true }
    const shown = isWithdrawn ? unshown : document
    await store.transaction((transaction) => putArrived(transaction, id, shown, { now: now() }))
  }
  const syncSteps = async () => {
    const known = synced.all().filter(({ source }) => source !== 'upload')
    const ids = new Set([...files.keys(), ...known.map(({ id }) => id)])
    for (const id of ids) await syncFile(id, files.get(id))
    const used = await retainedOriginals(parts)
    const mayGo = async (sha256: string) => !(await isClaimed(store, sha256))
    await collectUnusedBlobs(blobs, used, mayGo)
  }

  return {
    /** The files of the drive, by id; a test changes them. */
    files,
    blobs,
    documents,
    versions,
    reading: createReadingService({ ...parts, documents, meetingName: () => undefined }),
    async sync() {
      if (!withService) return syncSteps()
      await service.start()
      await service.idle()
    },
    /** Stores bytes as an uploaded paper, or as its next version. */
    async upload(id: string, text: string) {
      const document: SyncedDocument = { ...arrivedOf(id, text), source: 'upload' }
      const { sha256, size, condition, mime_type: mimeType } = document
      await blobs.put(originalKey(sha256), Buffer.from(text))
      const at = now()
      await store.transaction(async (transaction) => {
        if (!(await readDocument(transaction, id)))
          return putArrived(transaction, id, document, { now: at })
        const modified = at.toISOString()
        const of = { name: document.name, folder: '', replaces: id, begunAt: modified }
        const upload = { ...of, size, modified, mimeType, by: syncAdmin.uid }
        const arrived = { sha256, size, condition }
        return putVersionIn(transaction, { upload, arrived, by: syncAdmin, at })
      })
    },
    /** Withdraws a version in a process that is killed before it deletes the files. */
    withdrawAndDie: (id: string, number: number, reason: string) =>
      store.transaction((transaction) =>
        withdrawIn(transaction, { id, number, reason, by: syncAdmin, at: now() }),
      ),
    /** Opening a store takes longer than a history. */
    async clear() {
      files.clear()
      for (const name of collections) {
        for (const { id } of (await store.list(name)).documents) await store.delete(name, id)
      }
      for await (const key of blobs.keys('')) await blobs.delete(key)
    },
    async close() {
      await service.stop()
      await store.close()
    },
  }
}

/** What a call returns, or the code of its refusal. */
export async function outcomeOf<T>(work: Promise<T>): Promise<T | ProblemCode> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

export function memberNamed(uid: string): Person {
  return { ...syncAdmin, uid, isAdmin: false, canManageUsers: false, editsAgendas: false }
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A text file's document, as a sync stores it. */
function arrivedOf(id: string, text: string): SyncedDocument {
  const sha256 = sha256Of(text)
  const { name, mimeType: mime_type } = fileOf(id, text)
  return storedPaper(id, { name, mime_type, sha256, checksum: sha256, size: text.length })
}

function fileOf(id: string, text: string): DriveFile {
  return {
    id,
    name: `${id}.txt`,
    mimeType: 'text/plain',
    path: '',
    parentFolder: '',
    createdTime: '2026-11-01T09:00:00.000Z',
    modifiedTime: '2026-11-02T09:00:00.000Z',
    checksum: sha256Of(text),
  }
}

/** Lists everything each time. */
function driveOf(files: ReadonlyMap<string, string>): Drive {
  return {
    async *changes() {
      const changes = [...files].map(([id, text]) => ({ id, file: fileOf(id, text) }))
      yield { changes, cursor: 'all', fresh: true }
    },
    async download({ id }) {
      const text = files.get(id)
      if (text === undefined) return undefined
      return (async function* () {
        yield Buffer.from(text)
      })()
    },
  }
}
