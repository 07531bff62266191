import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as after } from 'node:timers/promises'
import type { PaperVersion, VersionsPage } from '@portal/contract/paper-versions'
import type { Person } from '@portal/contract/portal'
import { mustManagePortal, readerOf } from '../../../access.ts'
import type { BlobStore } from '../../../platform/files/blob-store.ts'
import { versionsBefore } from './stored-version.ts'
import type { SyncedDocumentsService } from '../synced-documents-service.ts'
import { countVersion } from './version-arrival-service.ts'
import type { Log } from '../../../platform/log.ts'
import type { MappingsService } from '../../mappings/mappings-feature.ts'
import { Refusal } from '../../../refusal.ts'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import type { VisibilityService } from '../../visibility/visibility-feature.ts'
import { mappedSlots } from './mapping-history.ts'
import { shownVersion } from './shown-version.ts'
import { withdrawInside } from './withdraw-version.ts'
import { type ContainingFiles, deleteWithdrawnFiles } from './withdrawn-files.ts'
import { type QuotedVersions, withdrawLeftQuotations } from './withdrawn-quotations.ts'

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
  visibility: Pick<VisibilityService, 'ready' | 'mayReadPaper'>
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

  /** The document, whose bytes have a number from now on. */
  const counted = async (person: Person, id: string) => {
    await Promise.all([documents.ready, visibility.ready])
    const found = documents.get(id)
    const known = found && visibility.mayReadPaper(readerOf(person), found) ? found : undefined
    const document =
      known && known.version === undefined
        ? await store.transaction((inside) => countVersion(inside, id))
        : known
    if (!document) throw new Refusal('notFound', `Document not found: ${id}`)
    return document
  }

  return {
    async list(person, id, { before, limit }) {
      const { isAdmin } = person
      const document = await counted(person, id)
      const found = await versionsBefore(store, id, { before, limit: limit + 1 })
      const versions = found.slice(0, limit)
      const { version, withdrawn } = document
      const slots = mappings.slotsByDocument().get(id) ?? []
      return {
        versions: versions.map((one) => shownVersion(one, document, isAdmin)),
        ...(withdrawn || version === undefined ? {} : { shown: version }),
        ...(found.length > limit ? { next: versions.at(-1)!.number } : {}),
        ...(isAdmin && before === undefined ? { mapped: await mappedSlots(store, id, slots) } : {}),
      }
    },
    async withdraw(person, id, number, body) {
      mustManagePortal(person)
      await counted(person, id)
      const request = { id, number, ...body, by: person, at: now() }
      const version = await store.transaction((inside) => withdrawInside(inside, request))
      await Promise.race([deleteFiles(), after(deletionTimeout, undefined, { ref: false })])
      return shownVersion(version, undefined, true)
    },
    resume: () => void deleteFiles(),
    idle: () => deleting,
  }
}
