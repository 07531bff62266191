import type { Person } from '@portal/contract/portal'
import { recordChange } from '../../platform/audit/record-change.ts'
import {
  ofNoBytes,
  isUploaded,
  needsRepair,
  readDocument,
  type SyncedDocument,
} from '../documents/documents-feature.ts'
import { putArrived } from '../documents/documents-feature.ts'
import { withdrawalOf } from '../documents/documents-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import type { ArrivingPaper } from '../sync/sync-feature.ts'
import type { StoredUpload } from './stored-upload.ts'

/** The uploaded paper that an upload is a new version of. Refuses others, and bytes that were withdrawn from it. */
export async function replacedPaper(
  store: StoreOperations,
  { name, replaces: id = '', mimeType }: StoredUpload,
  sha256?: string,
): Promise<SyncedDocument> {
  const paper = await readDocument(store, id)
  if (!paper) throw new Refusal('notFound', `Document not found: ${id}`)
  if (!isUploaded(paper)) {
    const detail = `“${paper.name}” comes from the drive. Replace its file there, then sync the drive.`
    throw new Refusal('invalid', detail)
  }
  if (paper.mime_type !== mimeType) {
    const detail = `“${name}” isn’t the kind of file that “${paper.name}” is. Upload it as a paper of its own.`
    throw new Refusal('invalid', detail)
  }
  if (sha256 !== undefined) await refuseWithdrawn(store, { id, name, sha256 })
  return paper
}

/** Refuses bytes that were withdrawn from a paper. */
export async function refuseWithdrawn(
  store: StoreOperations,
  { id, name, sha256 }: { id: string; name: string; sha256: string },
): Promise<void> {
  const withdrawal = await withdrawalOf(store, id, sha256)
  if (!withdrawal) return
  const detail = `“${name}” was withdrawn from this paper, so it isn’t stored: ${withdrawal.reason}`
  throw new Refusal('gone', detail)
}

type NewVersion = {
  upload: StoredUpload
  arrived: Awaited<ReturnType<ArrivingPaper['store']>>
  by: Person
  at: Date
}

/** Stores uploaded bytes as a paper's next version, in a transaction; false if the paper has them already. */
export async function putVersionIn(
  transaction: StoreOperations,
  { upload, arrived, by, at }: NewVersion,
): Promise<boolean> {
  const { name: fileName, replaces: id = '', modified } = upload
  const paper = await replacedPaper(transaction, upload, arrived.sha256)
  if (paper.sha256 === arrived.sha256 && !needsRepair(paper)) return false
  const stored = at.toISOString()
  const document: SyncedDocument = {
    ...ofNoBytes(paper),
    ...arrived,
    modified_time: modified < stored ? modified : stored,
    last_synced: stored,
  }
  const version = await putArrived(transaction, id, document, { now: at, fileName })
  const after = { name: paper.name, version, file: fileName, size: arrived.size }
  await recordChange(transaction, { at, by, what: 'paper version added', subject: id, after })
  return true
}
