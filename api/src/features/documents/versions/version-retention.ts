import * as z from 'zod/mini'
import type { Log } from '../../../platform/log.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import {
  asVersion,
  readVersion,
  type StoredVersion,
  versionsCollection,
  putVersion,
  type Withdrawal,
} from './stored-version.ts'
import { storedWithdrawal, withdrawalsCollection, withdrawalId } from './stored-withdrawal.ts'
import { documentsCollection } from '../stored-document.ts'
import { readDocument } from '../synced-documents-service.ts'
import { unclaimVersion } from '../original-claims-service.ts'
import { forgetVersionPicture } from './version-pictures.ts'

type Parts = {
  store: DocumentStore
  /** How many of a paper's newest versions are kept; undefined for all. */
  keptVersions: number | undefined
  log: Log
}

type Version = Pick<StoredVersion, 'paper' | 'number' | 'sha256'>

/**
 * The hashes of the originals of papers and their versions. First ends the versions whose bytes are no longer kept:
 * versions beyond the configured number, versions of removed papers, and versions with withdrawn bytes. May be repeated
 * and interrupted at any time: a version's record ends before its files are deleted.
 */
export async function retainedOriginals({ store, keptVersions, log }: Parts): Promise<Set<string>> {
  const withdrawn = await withdrawals(store)
  const { shown, used } = await shownVersions(store)
  let ended = 0
  for await (const versions of versionsByPaper(store)) {
    // Withdrawn versions don't count: as many as are kept can still be shown.
    const left = versions.filter(({ paper, sha256 }) => !withdrawn.has(withdrawalId(paper, sha256)))
    const oldest = (keptVersions === undefined ? undefined : left.at(-keptVersions)?.number) ?? 1
    for (const { paper, number, sha256 } of versions) {
      const isShown = shown.get(paper) === number
      const withdrawal = withdrawn.get(withdrawalId(paper, sha256))
      if (!withdrawal && (isShown || (shown.has(paper) && number >= oldest))) {
        used.add(sha256)
        continue
      }
      const { at, by, reason } = withdrawal ?? { at: '', by: '', reason: '' }
      const isEnded = await store.transaction(async (transaction) => {
        const record = await readVersion(transaction, paper, number)
        const document = await readDocument(transaction, paper)
        if (!record?.content || (document?.version === number && !document.withdrawn)) return false
        // The paper has come back in the meantime.
        if (document && !shown.has(paper)) return false
        await endVersion(transaction, record, withdrawal && { at, by, reason })
        return true
      })
      if (isEnded) ended += 1
      else used.add(sha256)
    }
  }
  if (ended > 0) log.info('versions of papers ended', { count: ended })
  return used
}

/** The number of each paper's shown version, and the hashes of what papers show. */
async function shownVersions(store: StoreOperations) {
  const shown = new Map<string, number | undefined>()
  const used = new Set<string>()
  const { documents } = await documentsCollection.raw(store).list()
  for (const { id, sha256, version, withdrawn } of documents) {
    shown.set(id, typeof version === 'number' ? version : undefined)
    if (withdrawn !== true) used.add(String(sha256))
  }
  return { shown, used }
}

async function withdrawals(store: StoreOperations) {
  const { documents } = await withdrawalsCollection.raw(store).list()
  return new Map(
    documents.flatMap((document) => {
      const { success, data } = z.safeParse(storedWithdrawal, document)
      return success ? [[document.id, data] as const] : []
    }),
  )
}

/** The versions whose bytes are stored, by paper, in the order of their numbers. */
async function* versionsByPaper(store: StoreOperations): AsyncGenerator<Version[]> {
  let versions: Version[] = []
  for await (const page of versionsCollection.raw(store).pages()) {
    for (const stored of page) {
      const version = asVersion(stored)
      if (!version?.content) continue
      const { paper, number, sha256 } = version
      if (versions.length > 0 && versions[0]!.paper !== paper) {
        yield versions
        versions = []
      }
      versions.push({ paper, number, sha256 })
    }
  }
  if (versions.length > 0) yield versions
}

/** Removes from a version's record what describes its bytes, in a transaction. Returns the rest. */
export async function endVersion(
  transaction: StoreOperations,
  { content, ...record }: StoredVersion,
  withdrawn?: Withdrawal,
): Promise<StoredVersion> {
  const ended = { ...record, ...(withdrawn ? { withdrawn } : {}) }
  await putVersion(transaction, ended)
  await unclaimVersion(transaction, record.sha256)
  await forgetVersionPicture(transaction, record.sha256, content?.first_page)
  return ended
}
