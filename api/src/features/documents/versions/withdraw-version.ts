import type { Person } from '@portal/contract/portal'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { readVersion, type StoredVersion, versionsBefore } from './stored-version.ts'
import { ofNoBytes, putDocument, type SyncedDocument } from '../synced-documents-service.ts'
import { countVersion } from './version-arrival-service.ts'
import { endVersion } from './version-end.ts'
import {
  withdrawalOf,
  withdrawnCollection,
  withdrawnId,
  type WithdrawnBytes,
} from './withdrawn-bytes-service.ts'
import { Refusal } from '../../../refusal.ts'
import type { StoreOperations } from '../../../platform/store/document-store.ts'

type WithdrawalRequest = {
  id: string
  number: number
  reason: string
  /** Also withdraws what people's notes quote of it. */
  withQuotations?: boolean | undefined
  by: Person
  at: Date
}

/**
 * Withdraws a version's bytes from a paper, in a transaction; a repeated request gets its first result. The bytes are
 * refused from then on, and their files can be deleted afterwards.
 */
export async function withdrawInside(
  inside: StoreOperations,
  { id, number, reason, withQuotations = false, by, at }: WithdrawalRequest,
): Promise<StoredVersion> {
  const document = await countVersion(inside, id)
  if (!document) throw new Refusal('notFound', `Document not found: ${id}`)
  const version = await readVersion(inside, id, number)
  if (!version) throw new Refusal('notFound', `“${document.name}” has no version ${number}.`)
  const { sha256 } = version
  const after = {
    name: document.name,
    version: number,
    ...(withQuotations ? { withQuotations } : {}),
  }
  const change = { at, by, what: 'paper version withdrawn', subject: id, after } as const
  if (version.withdrawn) {
    const isAdded = withQuotations && (await addQuotations(inside, id, sha256))
    if (isAdded) await recordChange(inside, { ...change, reason })
    return version
  }
  const isShown = document.sha256 === sha256 && !document.withdrawn
  // Listed before anything is written: Firestore reads a whole collection to list one with changes in it.
  const next = isShown ? await newestLeft(inside, id, sha256) : undefined
  const before = await withdrawalOf(inside, id, sha256)
  const withdrawn = before ?? { at: at.toISOString(), by: by.email, reason }
  if (!before) {
    const bytes: WithdrawnBytes = {
      ...withdrawn,
      paper: id,
      sha256,
      left: true,
      ...(withQuotations ? { quotations: 'left' } : {}),
    }
    await withdrawnCollection.in(inside).create(withdrawnId(id, sha256), bytes)
  } else if (withQuotations) await addQuotations(inside, id, sha256)
  const ended = await endVersion(inside, version, withdrawn)
  if (isShown) await showAnother(inside, id, document, next)
  await recordChange(inside, { ...change, reason: withdrawn.reason })
  return ended
}

/** Adds the quotations to a withdrawal; false if it has them. */
async function addQuotations(inside: StoreOperations, paper: string, sha256: string) {
  const id = withdrawnId(paper, sha256)
  const withdrawals = withdrawnCollection.in(inside)
  const found = await withdrawals.get(id)
  if (!found || found.quotations) return false
  await withdrawals.update(id, { ...found, quotations: 'left' }, found.revision)
  return true
}

/** Shows another version in place of the document's bytes; nothing if there is none. */
async function showAnother(
  inside: StoreOperations,
  id: string,
  document: SyncedDocument,
  next: StoredVersion | undefined,
): Promise<void> {
  const rest = ofNoBytes(document)
  const { name } = document
  await putDocument(
    inside,
    id,
    next?.content
      ? {
          ...rest,
          ...next.content,
          name,
          sha256: next.sha256,
          modified_time: next.modified_time,
          version: next.number,
        }
      : { ...rest, condition: 'ready', withdrawn: true, text: 'none', picture: 'none' },
  )
}

async function newestLeft(
  inside: StoreOperations,
  id: string,
  withdrawn: string,
): Promise<StoredVersion | undefined> {
  let before: number | undefined
  for (;;) {
    const versions = await versionsBefore(inside, id, { before, limit: 50 })
    for (const version of versions) {
      if (!version.content || version.sha256 === withdrawn) continue
      if (!(await withdrawalOf(inside, id, version.sha256))) return version
    }
    before = versions.at(-1)?.number
    if (before === undefined) return undefined
  }
}
