import type { Person } from '@portal/contract/portal'
import type { UploadOutcome } from '@portal/contract/uploads'
import { recordChange } from '../../platform/audit/record-change.ts'
import { claimOriginal } from '../documents/documents-feature.ts'
import { recordRepair } from '../documents/documents-feature.ts'
import {
  needsRepair,
  readDocument,
  type SyncedDocument,
  type SyncedDocumentsService,
} from '../documents/documents-feature.ts'
import { putArrived } from '../documents/documents-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import type { ArrivingPaper, PaperArrivalsService } from '../sync/sync-feature.ts'
import type { ClosedUploads } from './closed-uploads.ts'
import { putVersionIn, refuseWithdrawn, replacedPaper } from './keep-version.ts'
import { type StoredUpload, uploadsCollection } from './stored-upload.ts'
import { uploadedDocumentId } from './upload-rules.ts'

export type UploadCompletionParts = {
  store: DocumentStore
  documents: Pick<SyncedDocumentsService, 'ready' | 'all'>
  arrivals: Pick<PaperArrivalsService, 'receive' | 'titleOf'>
  closed: ClosedUploads
  /** Makes what stored papers still lack, in the background. */
  completePapers: () => void
  now: () => Date
}

type Upload = StoredUpload & { id: string }
type Result = NonNullable<StoredUpload['result']>

/** The parent folder of uploaded papers, so that lists show where they come from. */
const uploadedFolder = 'Uploaded'

/** Stores a complete upload as a paper. */
export function createUploadCompletion(parts: UploadCompletionParts) {
  const { store, documents, arrivals, closed, completePapers, now } = parts

  return async (
    person: Person,
    upload: Upload,
    read: () => AsyncIterable<Uint8Array>,
  ): Promise<UploadOutcome> => {
    await documents.ready
    const result =
      upload.result ??
      (await arrivals.receive({ ...upload, read }, (paper) => keep(person, upload, paper)))
    const document = await readDocument(store, result.documentId)
    if (!document) throw new Refusal('notFound', `“${upload.name}” is no longer in the portal.`)
    return { outcome: result.outcome, document: { ...document, id: result.documentId } }
  }

  async function keep(person: Person, upload: Upload, paper: ArrivingPaper): Promise<Result> {
    const { sha256, size } = paper
    if (size !== upload.size) {
      throw new Refusal('invalid', `“${upload.name}” has ${size} bytes instead of ${upload.size}.`)
    }
    if (upload.replaces !== undefined) return keepVersion(person, upload, paper)
    const documentId = await freeDocumentId(person, upload, sha256)
    const alike = documents
      .all()
      .filter((document) => isAlike(document, upload) && closed.mayRead(person, document))
    const same = alike.find((candidate) => candidate.sha256 === sha256 && !needsRepair(candidate))
    if (same) {
      await refuseWithdrawn(store, { ...same, name: upload.name })
      return store.transaction((transaction) => end(transaction, upload, 'same', same.id))
    }

    await claimOriginal(store, sha256, now())
    const arrived = await paper.store()
    const outcome = alike.some(({ id }) => id !== documentId) ? 'sameName' : 'stored'
    const at = now()
    const title = arrivals.titleOf(upload.name)
    const result = await store.transaction(async (transaction) => {
      const stored = await readDocument(transaction, documentId)
      if (stored && !needsRepair(stored)) return end(transaction, upload, 'same', documentId)
      const own = { title, google_id: documentId, ...closed.fieldsOf(upload) }
      const document = { ...documentOf(upload, at), ...own, ...arrived }
      await putArrived(transaction, documentId, document, { now: at })
      const after = { name: document.name, folder: document.path, size }
      const entry = { at, by: person, what: 'paper uploaded', subject: documentId, after }
      await recordChange(transaction, entry)
      if (stored) await recordRepair(transaction, at, { id: documentId, name: document.name })
      return end(transaction, upload, outcome, documentId)
    })
    // A sync that began to collect unused files before the claim may have taken it.
    if (!(await paper.isStored())) await paper.store()
    completePapers()
    return result
  }

  async function keepVersion(person: Person, upload: Upload, paper: ArrivingPaper) {
    const { sha256 } = paper
    await replacedPaper(store, upload, sha256)
    await claimOriginal(store, sha256, now())
    const arrived = await paper.store()
    const at = now()
    const result = await store.transaction(async (transaction) => {
      const isNew = await putVersionIn(transaction, { upload, arrived, by: person, at })
      return end(transaction, upload, isNew ? 'newVersion' : 'same', upload.replaces!)
    })
    if (!(await paper.isStored())) await paper.store()
    completePapers()
    return result
  }

  /** The id of a paper with these bytes: another one if the first id's paper has other bytes by now. */
  async function freeDocumentId(person: Person, upload: Upload, sha256: string): Promise<string> {
    for (let turn = 0; ; turn += 1) {
      const again = turn === 0 ? '' : `-${turn}`
      const id = uploadedDocumentId({ ...upload, sha256: `${sha256}${again}` })
      const document = await readDocument(store, id)
      if (!document) return id
      if (document.sha256 === sha256 && closed.mayRead(person, { ...document, id })) return id
    }
  }

  /** Records the result; refuses if the upload was canceled in the meantime. */
  async function end(
    transaction: StoreOperations,
    { id, name }: Upload,
    outcome: Result['outcome'],
    documentId: string,
  ): Promise<Result> {
    const stored = await uploadsCollection.in(transaction).get(id)
    if (!stored) throw new Refusal('notFound', `The upload of “${name}” was canceled.`)
    const { revision, id: _, updatedAt: __, ...upload } = stored
    if (upload.result) return upload.result
    const result = { outcome, documentId }
    await uploadsCollection.in(transaction).update(id, { ...upload, result }, revision)
    return result
  }
}

/** Whether a document has the upload's name, in a folder of the same name if it was dropped in one. */
function isAlike(document: SyncedDocument, { name, folder }: Upload): boolean {
  if (document.name.toLowerCase() !== name.toLowerCase()) return false
  return folder === '' || document.parent_folder === lastFolder(folder)
}

type UploadedDocument = Omit<SyncedDocument, 'title' | 'google_id' | 'sha256' | 'condition'>

function documentOf(
  { name, folder, mimeType, size, modified }: Upload,
  at: Date,
): UploadedDocument {
  const stored = at.toISOString()
  return {
    source: 'upload',
    name,
    mime_type: mimeType,
    path: folder === '' ? uploadedFolder : `${uploadedFolder}/${folder}`,
    parent_folder: lastFolder(folder) ?? uploadedFolder,
    created_time: stored,
    // A clock ahead of this one must not make a paper newer than any later one.
    modified_time: modified < stored ? modified : stored,
    last_synced: stored,
    size,
  }
}

function lastFolder(folder: string): string | undefined {
  return folder === '' ? undefined : folder.split('/').at(-1)
}
