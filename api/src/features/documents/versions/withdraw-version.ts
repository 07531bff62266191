import type { Person } from '@portal/contract/portal'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { readVersion, type StoredVersion, versionsBefore } from './stored-version.ts'
import { ofNoBytes, putDocument, type SyncedDocument } from '../synced-documents-service.ts'
import { countVersion } from './version-arrival-service.ts'
import { endVersion } from './version-retention.ts'
import {
  withdrawalOf,
  withdrawalsCollection,
  withdrawalId,
  type StoredWithdrawal,
} from './stored-withdrawal.ts'
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
export async function withdrawIn(
  transaction: StoreOperations,
  { id, number, reason, withQuotations = false, by, at }: WithdrawalRequest,
): Promise<StoredVersion> {
  const document = await countVersion(transaction, id)
  if (!document) throw new Refusal('notFound', `Document not found: ${id}`)
  const version = await readVersion(transaction, id, number)
  if (!version) throw new Refusal('notFound', `“${document.name}” has no version ${number}.`)
  const { sha256 } = version
  const after = {
    name: document.name,
    version: number,
    ...(withQuotations ? { withQuotations } : {}),
  }
  const change = { at, by, what: 'paper version withdrawn', subject: id, after } as const
  if (version.withdrawn) {
    const isAdded = withQuotations && (await addQuotations(transaction, id, sha256))
    if (isAdded) await recordChange(transaction, { ...change, reason })
    return version
  }
  const isShown = document.sha256 === sha256 && !document.withdrawn
  // Listed before anything is written: Firestore reads a whole collection to list one with changes in it.
  const next = isShown ? await newestLeft(transaction, id, sha256) : undefined
  const before = await withdrawalOf(transaction, id, sha256)
  const withdrawn = before ?? { at: at.toISOString(), by: by.email, reason }
  if (!before) {
    const bytes: StoredWithdrawal = {
      ...withdrawn,
      paper: id,
      sha256,
      left: true,
      ...(withQuotations ? { quotations: 'left' } : {}),
    }
    await withdrawalsCollection.in(transaction).create(withdrawalId(id, sha256), bytes)
  } else if (withQuotations) await addQuotations(transaction, id, sha256)
  const ended = await endVersion(transaction, version, withdrawn)
  if (isShown) await showAnother(transaction, id, document, next)
  await recordChange(transaction, { ...change, reason: withdrawn.reason })
  return ended
}

/** Adds the quotations to a withdrawal; false if it has them. */
async function addQuotations(transaction: StoreOperations, paper: string, sha256: string) {
  const id = withdrawalId(paper, sha256)
  const withdrawals = withdrawalsCollection.in(transaction)
  const withdrawal = await withdrawals.get(id)
  if (!withdrawal || withdrawal.quotations) return false
  await withdrawals.update(id, { ...withdrawal, quotations: 'left' }, withdrawal.revision)
  return true
}

/** Shows another version in place of the document's bytes; nothing if there is none. */
async function showAnother(
  transaction: StoreOperations,
  id: string,
  document: SyncedDocument,
  next: StoredVersion | undefined,
): Promise<void> {
  const rest = ofNoBytes(document)
  const { name } = document
  await putDocument(
    transaction,
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
  transaction: StoreOperations,
  id: string,
  withdrawn: string,
): Promise<StoredVersion | undefined> {
  let before: number | undefined
  for (;;) {
    const versions = await versionsBefore(transaction, id, { before, limit: 50 })
    for (const version of versions) {
      if (!version.content || version.sha256 === withdrawn) continue
      if (!(await withdrawalOf(transaction, id, version.sha256))) return version
    }
    before = versions.at(-1)?.number
    if (before === undefined) return undefined
  }
}
