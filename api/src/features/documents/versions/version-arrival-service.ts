import type { StoreOperations } from '../../../platform/store/document-store.ts'
import { claimVersion } from '../original-claims-service.ts'
import { recordIncomplete } from './incomplete-versions-service.ts'
import {
  contentOf,
  newestVersion,
  putVersion,
  readVersion,
  type StoredVersion,
} from './stored-version.ts'
import { keepVersionPicture } from './version-pictures.ts'
import { withdrawalOf } from './stored-withdrawal.ts'
import {
  ofNoBytes,
  putDocument,
  readDocument,
  type SyncedDocument,
} from '../synced-documents-service.ts'

type Arrival = {
  now: Date
  /** The name of the file that arrived, if the paper keeps another one. */
  fileName?: string
}

/**
 * Stores a document in a transaction. Bytes that differ from the current ones become its next version, even if an
 * earlier version had them. Returns the version's number; undefined if the bytes were withdrawn meanwhile, and nothing
 * was stored.
 */
export async function putArrived(
  transaction: StoreOperations,
  id: string,
  document: SyncedDocument,
  { now, fileName = document.name }: Arrival,
): Promise<number | undefined> {
  const before = await readDocument(transaction, id)
  const isOther = before?.sha256 !== document.sha256
  const withdrawn = isOther ? await withdrawalOf(transaction, id, document.sha256) : undefined
  // The document was read before the withdrawal.
  if (withdrawn && !document.withdrawn) return undefined
  const newest = await newestVersion(transaction, id)
  const numbered = before && (await withNumber(transaction, id, before, newest))
  if (numbered?.sha256 === document.sha256) {
    // Identical bytes weren't modified, even if a copy of the drive's folder has other file times.
    const { modified_time } = numbered
    await putDocument(transaction, id, { ...document, modified_time, ...marksOf(numbered) })
    return numbered.version
  }
  if (numbered) await keepShown(transaction, id, numbered, now)
  const last = Math.max(numbered?.version ?? 0, newest?.number ?? 0)
  // The drive lost the file and has it again.
  const isBack = !numbered && newest?.sha256 === document.sha256
  const number = isBack ? last : last + 1
  const modified_time = isBack ? newest.modified_time : document.modified_time
  await putVersion(transaction, {
    paper: id,
    number,
    sha256: document.sha256,
    arrived_at: now.toISOString(),
    modified_time,
    ...(withdrawn ? { withdrawn } : { content: { ...contentOf(document), name: fileName } }),
  })
  await putDocument(transaction, id, { ...document, modified_time, version: number })
  return number
}

/** A document with the bytes of another state of its paper. */
export function withBytesOf(document: SyncedDocument, shown: SyncedDocument): SyncedDocument {
  return { ...ofNoBytes(document), ...contentOf(shown), sha256: shown.sha256 }
}

/** Counts the bytes of a paper from before versions were kept, in a transaction. Repeating it changes nothing. */
export async function countVersion(
  transaction: StoreOperations,
  id: string,
): Promise<SyncedDocument | undefined> {
  const before = await readDocument(transaction, id)
  if (!before || before.version !== undefined) return before
  const numbered = await withNumber(transaction, id, before, await newestVersion(transaction, id))
  await putDocument(transaction, id, numbered)
  return numbered
}

/**
 * The document with its version's number. It has none if it is from before versions were kept, or if an older release of
 * the portal, which runs next to this one while it is deployed, has stored it since.
 */
async function withNumber(
  transaction: StoreOperations,
  id: string,
  document: SyncedDocument,
  newest: StoredVersion | undefined,
): Promise<SyncedDocument & { version: number }> {
  const { version, sha256, modified_time } = document
  if (version !== undefined) return { ...document, version }
  if (newest?.sha256 === sha256) return { ...document, version: newest.number }
  const number = (newest?.number ?? 0) + 1
  const content = contentOf(document)
  await putVersion(transaction, { paper: id, number, sha256, modified_time, content })
  return { ...document, version: number }
}

/** Copies the shown version's description to its record before a new version replaces it. */
async function keepShown(
  transaction: StoreOperations,
  id: string,
  shown: SyncedDocument & { version: number },
  now: Date,
): Promise<void> {
  const record = await readVersion(transaction, id, shown.version)
  if (!record?.content) return
  const { name } = record.content
  const content = { ...contentOf(shown), name }
  await putVersion(transaction, { ...record, content })
  await keepVersionPicture(transaction, record.sha256, content.first_page)
  await recordIncomplete(transaction, { ...record, content })
  await claimVersion(transaction, record.sha256, now)
}

function marksOf({ version, withdrawn }: SyncedDocument & { version: number }) {
  return { version, ...(withdrawn ? { withdrawn } : {}) }
}
