import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import type { listUploads, UploadedPaper } from '@portal/contract/uploads'
import { paperTypeOf } from '@portal/domain/paper-types'
import { mustManagePortal } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import {
  isUploaded,
  readRevisedDocument,
  removeDocument,
  renameDocument,
  type SyncedDocumentsService,
} from '../documents/documents-feature.ts'
import type { MappingsService } from '../mappings/mappings-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { refuseStale } from '../../platform/store/stored-body.ts'
import type { PaperArrivalsService } from '../sync/sync-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'

type Listing = { q?: string | undefined; limit: number; skip: number }
type Revision = number | 'new'

export type UploadedPapersService = {
  /** The newest first. */
  list: (person: Person, listing: Listing) => Promise<Reply<typeof listUploads>>
  rename: (person: Person, id: string, name: string, revision: Revision) => Promise<UploadedPaper>
  /** Refuses a paper that is mapped to slots unless that is confirmed. */
  delete: (
    person: Person,
    id: string,
    deletion: { confirmed: boolean; revision: Revision },
  ) => Promise<void>
}

export type UploadedPapersParts = {
  store: DocumentStore
  documents: Pick<SyncedDocumentsService, 'ready' | 'all'>
  mappings: Pick<MappingsService, 'slotsByDocument'>
  visibility: Pick<VisibilityService, 'mayReadPaper'>
  arrivals: Pick<PaperArrivalsService, 'titleOf'>
  now: () => Date
}

type Known = ReturnType<SyncedDocumentsService['all']>[number]

export function createUploadedPapersService({
  store,
  documents,
  mappings,
  visibility,
  arrivals,
  now,
}: UploadedPapersParts): UploadedPapersService {
  const slotsOf = (id: string) => mappings.slotsByDocument().get(id) ?? []
  const shown = ({ revision, ...document }: Known): UploadedPaper => ({
    document,
    slots: slotsOf(document.id).map(({ id, title }) => ({ id, title })),
    seen: visibility.mayReadPaper({ sight: 'published' }, document),
    revision,
  })

  return {
    async list(person, { q = '', limit, skip }) {
      mustManagePortal(person)
      await documents.ready
      const words = q.toLowerCase().split(/\s+/).filter(Boolean)
      const found = documents
        .all()
        .filter(isUploaded)
        .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
        .toSorted(newestFirst)
      return { papers: found.slice(skip, skip + limit).map(shown), total: found.length }
    },
    async rename(person, id, name, revision) {
      mustManagePortal(person)
      return store.transaction(async (inside) => {
        const found = await uploadedPaper(inside, id)
        if (!found) throw new Refusal('notFound', `Document not found: ${id}`)
        if (paperTypeOf(name) !== found.mime_type) {
          const detail = `“${name}” has another ending than “${found.name}”, which says what kind of file it is.`
          throw new Refusal('invalid', detail, { fields: [{ path: 'body.name', message: detail }] })
        }
        // A repeated request gets its first result.
        if (found.name === name) return shown(found)
        refuseStale(found, revision, shown)
        const after = { name, title: arrivals.titleOf(name) }
        const written = await renameDocument(inside, id, after)
        const before = { name: found.name }
        const what = 'paper renamed'
        await recordChange(inside, {
          at: now(),
          by: person,
          what,
          subject: id,
          before,
          after: { name },
        })
        return shown({ ...found, ...after, ...written })
      })
    },
    async delete(person, id, { confirmed, revision }) {
      mustManagePortal(person)
      await store.transaction(async (inside) => {
        const found = await uploadedPaper(inside, id)
        // A repeated request gets its first result.
        if (!found) return
        refuseStale(found, revision, shown)
        const slots = slotsOf(id).map(({ title }) => title)
        if (slots.length > 0 && !confirmed) {
          const detail = `“${found.name}” is used in ${slots.join(', ')}, which would show that it is missing.`
          throw new Refusal('confirmationRequired', detail)
        }
        await removeDocument(inside, id)
        const before = { name: found.name, folder: found.path, slots }
        await recordChange(inside, {
          at: now(),
          by: person,
          what: 'paper deleted',
          subject: id,
          before,
        })
      })
    },
  }
}

/** Undefined if there is no such paper; refuses one from the drive. */
async function uploadedPaper(inside: StoreOperations, id: string): Promise<Known | undefined> {
  const found = await readRevisedDocument(inside, id)
  if (!found) return undefined
  if (isUploaded(found)) return found
  const detail = `“${found.name}” comes from the drive. Change it there, then sync the drive.`
  throw new Refusal('invalid', detail)
}

function newestFirst(a: Known, b: Known): number {
  return b.created_time.localeCompare(a.created_time) || a.id.localeCompare(b.id)
}
