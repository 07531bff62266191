import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import type { PaperVersion, VersionsPage, MappedSlot } from '@portal/contract/paper-versions'
import type { Person } from '@portal/contract/portal'
import { mustManagePortal } from '../../../access.ts'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import { versionsBefore, type StoredVersion } from './stored-version.ts'
import {
  type SyncedDocumentsService,
  type SyncedDocument,
  changesPrefix,
  originalKey,
  originalsOfChanges,
  pictureKey,
  pictureWidths,
  renditionKey,
  textKey,
} from '../synced-documents-service.ts'
import { countVersion } from './version-arrival-service.ts'
import type { Log } from '../../../platform/log.ts'
import type { MappingsService, MappedSlot as Slot } from '../../mappings/mappings-feature.ts'
import { Refusal, ignoring } from '../../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../../platform/store/document-store.ts'
import type { VisibilityService } from '../../visibility/visibility-feature.ts'
import { withdrawIn } from './withdraw-version.ts'
import { newestChangesOf } from '../../../platform/audit/recorded-changes.ts'
import * as z from 'zod/mini'
import { bodyOf } from '../../../platform/store/stored-body.ts'
import { storedWithdrawal, withdrawalsCollection } from './stored-withdrawal.ts'
import { retainedOriginals } from './version-retention.ts'

export type VersionsService = {
  /** The versions below `before`, newest first. Everyone who may read the paper may read its versions. */
  list: (
    person: Person,
    id: string,
    page: { before?: number | undefined; limit: number },
  ) => Promise<VersionsPage>
  withdraw: (
    person: Person,
    id: string,
    number: number,
    body: { reason: string; withQuotations?: boolean | undefined },
  ) => Promise<PaperVersion>
  /** Deletes what is left of withdrawn versions and their quotations, in the background. */
  resume: () => void
  /** Resolves when nothing is being deleted. */
  idle: () => Promise<void>
}

export type VersionsParts = {
  store: DocumentStore
  blobs: BlobStore
  documents: SyncedDocumentsService
  visibility: Pick<VisibilityService, 'ready' | 'mayReadPaper' | 'readerOf'>
  mappings: Pick<MappingsService, 'slotsByDocument'>
  quotations: QuotedVersions
  containing: ContainingFiles
  keptVersions: number | undefined
  now: () => Date
  log: Log
}

/** How long a withdrawal waits for its files to be deleted, in ms. */
const deletionTimeout = 1000

export function createVersionsService(parts: VersionsParts): VersionsService {
  const { store, documents, visibility, mappings, now, log } = parts
  const inBackground = AsyncLocalStorage.snapshot()
  let deleting: Promise<void> = Promise.resolve()

  const deleteFiles = () => {
    deleting = deleting.then(() =>
      inBackground(() => deleteWithdrawnFiles(parts)).catch((cause: unknown) => {
        log.warn('files of withdrawn versions wait for the next start', { cause })
      }),
    )
    const files = deleting
    deleting = deleting.then(() =>
      inBackground(() => withdrawLeftQuotations(parts)).catch((cause: unknown) => {
        log.warn('quotations of withdrawn versions wait for the next start', { cause })
      }),
    )
    // Not waited for: how long it takes would show whether there are notes.
    return files
  }

  /** The document; counts its bytes as a version if they have no number yet. */
  const counted = async (person: Person, id: string) => {
    await Promise.all([documents.ready, visibility.ready])
    const cached = documents.get(id)
    const isReadable = cached && visibility.mayReadPaper(visibility.readerOf(person), cached)
    const known = isReadable ? cached : undefined
    const document =
      known && known.version === undefined
        ? await store.transaction((transaction) => countVersion(transaction, id))
        : known
    if (!document) throw new Refusal('notFound', `Document not found: ${id}`)
    return document
  }

  return {
    async list(person, id, { before, limit }) {
      const { isAdmin } = person
      const document = await counted(person, id)
      const older = await versionsBefore(store, id, { before, limit: limit + 1 })
      const versions = older.slice(0, limit)
      const { version, withdrawn } = document
      const slots = mappings.slotsByDocument().get(id) ?? []
      return {
        versions: versions.map((each) => shownVersion(each, document, isAdmin)),
        ...(withdrawn || version === undefined ? {} : { shown: version }),
        ...(older.length > limit ? { next: versions.at(-1)!.number } : {}),
        ...(isAdmin && before === undefined ? { mapped: await mappedSlots(store, id, slots) } : {}),
      }
    },
    async withdraw(person, id, number, body) {
      mustManagePortal(person)
      await counted(person, id)
      const request = { id, number, ...body, by: person, at: now() }
      const version = await store.transaction((transaction) => withdrawIn(transaction, request))
      await Promise.race([deleteFiles(), setTimeout(deletionTimeout, undefined, { ref: false })])
      return shownVersion(version, undefined, true)
    },
    resume: () => void deleteFiles(),
    idle: () => deleting,
  }
}

/** Further changes of a slot aren't read; then it is unknown who mapped its paper. */
const mostChanges = 100

/** Who mapped a paper to its slots and when, by the audit: the change since which each slot has had it. */
function mappedSlots(
  store: StoreOperations,
  paper: string,
  slots: readonly Slot[],
): Promise<MappedSlot[]> {
  return Promise.all(
    slots.map(async ({ id, title }) => {
      const changes = await newestChangesOf(store, id, mostChanges)
      const other = changes.findIndex(({ after }) => after?.['documentId'] !== paper)
      const isCut = other === -1 && changes.length === mostChanges
      const mapped = isCut ? undefined : changes[(other === -1 ? changes.length : other) - 1]
      if (!mapped) return { id, title }
      const { at, by } = mapped
      return { id, title, at, ...(by.email === undefined ? {} : { by: by.email }) }
    }),
  )
}

/** A version in the contract's form. `document` has what was made from the version that it shows. */
function shownVersion(
  { number, sha256, arrived_at, modified_time, content, withdrawn }: StoredVersion,
  document: SyncedDocument | undefined,
  isAdmin: boolean,
): PaperVersion {
  const known = {
    number,
    modified_time,
    ...(arrived_at === undefined ? {} : { arrived_at }),
  }
  if (withdrawn) {
    const { at, reason, by } = withdrawn
    return { ...known, state: 'withdrawn', withdrawn: { at, reason, ...(isAdmin ? { by } : {}) } }
  }
  if (!content) return { ...known, state: 'expired' }
  const isShown = document?.version === number && !document.withdrawn
  const { name } = content
  const bytes = isShown ? document : content
  const { mime_type, size, condition, too_large, pages, first_page, damaged } = bytes
  return {
    ...known,
    state: 'kept',
    sha256,
    name,
    mime_type,
    size,
    condition,
    ...(too_large === undefined ? {} : { too_large }),
    ...(pages === undefined ? {} : { pages }),
    ...(first_page === undefined ? {} : { first_page }),
    ...(damaged === undefined ? {} : { damaged }),
  }
}

/** Content that quotes papers: notes. */
type QuotedVersions = {
  /** Deletes what quotes these versions of a paper. May be repeated, and stopped at any time. */
  withdraw: (paper: string, versions: ReadonlySet<number>) => Promise<void>
}

type Parts = { store: DocumentStore; quotations: QuotedVersions }

/** Deletes the quotations of versions that were withdrawn with them. A killed process finishes at its next start. */
async function withdrawLeftQuotations({ store, quotations }: Parts): Promise<void> {
  for await (const page of withdrawalsCollection.raw(store).pages()) {
    for (const left of page.filter((withdrawal) => withdrawal['quotations'] === 'left')) {
      const bytes = z.parse(storedWithdrawal, bodyOf(left))
      const { paper, sha256 } = bytes
      await quotations.withdraw(paper, await versionsOf(store, paper, sha256))
      // Another instance may have done the same.
      await withdrawalsCollection
        .raw(store)
        .update(left.id, { ...bytes, quotations: 'withdrawn' }, left.revision)
        .catch(ignoring('stale'))
    }
  }
}

/** The versions of a paper that have these bytes. */
async function versionsOf(
  store: DocumentStore,
  paper: string,
  sha256: string,
): Promise<Set<number>> {
  const numbers = new Set<number>()
  let before: number | undefined
  do {
    const versions = await versionsBefore(store, paper, { before, limit: 200 })
    for (const version of versions) if (version.sha256 === sha256) numbers.add(version.number)
    before = versions.at(-1)?.number
  } while (before !== undefined)
  return numbers
}

/** Content that includes the bytes of papers: board books. */
type ContainingFiles = {
  /** Deletes content that includes these bytes of a paper. May be repeated, and stopped at any time. */
  withdraw: (paper: string, sha256: string) => Promise<void>
}

type WithdrawnFilesParts = {
  store: DocumentStore
  blobs: BlobStore
  containing: ContainingFiles
  keptVersions: number | undefined
  log: Log
}

/** Deletes the files of withdrawn bytes, unless another paper has the same. A killed process finishes at its next start. */
async function deleteWithdrawnFiles({
  store,
  blobs,
  containing,
  keptVersions,
  log,
}: WithdrawnFilesParts): Promise<void> {
  const { documents } = await withdrawalsCollection.raw(store).list()
  const waiting = documents.filter(({ left }) => left === true)
  if (waiting.length === 0) return
  const used = await retainedOriginals({ store, keptVersions, log })
  for (const stored of waiting) {
    const { sha256, left: _, ...body } = z.parse(storedWithdrawal, bodyOf(stored))
    await containing.withdraw(body.paper, sha256)
    if (!used.has(sha256)) {
      for await (const key of blobKeysOf(blobs, sha256)) await blobs.delete(key)
    }
    // Another instance may have done the same.
    await withdrawalsCollection
      .raw(store)
      .update(stored.id, { ...body, sha256 }, stored.revision)
      .catch(ignoring('stale'))
  }
  log.info('files of withdrawn versions deleted', { count: waiting.length })
}

/** The possible keys of an original and of the files that were made from it. */
async function* blobKeysOf(blobs: BlobStore, sha256: string): AsyncGenerator<string> {
  yield originalKey(sha256)
  yield renditionKey(sha256)
  yield textKey(sha256)
  for (const width of Object.values(pictureWidths)) yield pictureKey(sha256, width)
  const changes: string[] = []
  for await (const key of blobs.keys(changesPrefix)) {
    if (originalsOfChanges(key).includes(sha256)) changes.push(key)
  }
  yield* changes
}
