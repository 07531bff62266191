import { anyMember } from '@portal/domain/may-read'
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
import type { ClosedUploads } from './closed-uploads.ts'

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
  visibility: Pick<VisibilityService, 'mayReadPaper' | 'readerOf'>
  closed: Pick<ClosedUploads, 'deleting'>
  arrivals: Pick<PaperArrivalsService, 'titleOf'>
  now: () => Date
}

type Known = ReturnType<SyncedDocumentsService['all']>[number]

export function createUploadedPapersService({
  store,
  documents,
  mappings,
  visibility,
  closed,
  arrivals,
  now,
}: UploadedPapersParts): UploadedPapersService {
  const slotsOf = (id: string) => mappings.slotsByDocument().get(id) ?? []
  const shown = ({ revision, ...document }: Known): UploadedPaper => ({
    document,
    slots: slotsOf(document.id).map(({ id, title }) => ({ id, title })),
    seen: visibility.mayReadPaper(anyMember, document),
    revision,
  })

  const mayRead = (person: Person, paper: Known) =>
    visibility.mayReadPaper(visibility.readerOf(person), paper)

  /** Undefined if the person may read no such paper; refuses one from the drive, with its name. */
  const uploadedPaper = async (transaction: StoreOperations, person: Person, id: string) => {
    const paper = await readRevisedDocument(transaction, id)
    if (!paper || !mayRead(person, paper)) return undefined
    if (isUploaded(paper)) return paper
    const detail = `“${paper.name}” comes from the drive. Change it there, then sync the drive.`
    throw new Refusal('invalid', detail)
  }

  return {
    async list(person, { q = '', limit, skip }) {
      mustManagePortal(person)
      await documents.ready
      const words = q.toLowerCase().split(/\s+/).filter(Boolean)
      const papers = documents
        .all()
        .filter((paper) => isUploaded(paper) && mayRead(person, paper))
        .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
        .toSorted(newestFirst)
      return { papers: papers.slice(skip, skip + limit).map(shown), total: papers.length }
    },
    async rename(person, id, name, revision) {
      mustManagePortal(person)
      return store.transaction(async (transaction) => {
        const paper = await uploadedPaper(transaction, person, id)
        if (!paper) throw new Refusal('notFound', `Document not found: ${id}`)
        if (paperTypeOf(name) !== paper.mime_type) {
          const detail = `“${name}” has another ending than “${paper.name}”, which says what kind of file it is.`
          throw new Refusal('invalid', detail, { fields: [{ path: 'body.name', message: detail }] })
        }
        // A repeated request gets its first result.
        if (paper.name === name) return shown(paper)
        refuseStale(paper, revision, shown)
        const after = { name, title: arrivals.titleOf(name) }
        const written = await renameDocument(transaction, id, after)
        const before = { name: paper.name }
        const what = 'paper renamed'
        await recordChange(transaction, {
          at: now(),
          by: person,
          what,
          subject: id,
          before,
          after: { name },
        })
        return shown({ ...paper, ...after, ...written })
      })
    },
    async delete(person, id, { confirmed, revision }) {
      mustManagePortal(person)
      await store.transaction(async (transaction) => {
        const paper = await uploadedPaper(transaction, person, id)
        // A repeated request gets its first result.
        if (!paper) return
        refuseStale(paper, revision, shown)
        const slots = slotsOf(id).map(({ title }) => title)
        if (slots.length > 0 && !confirmed) {
          const detail = `“${paper.name}” is used in ${slots.join(', ')}, which would show that it is missing.`
          throw new Refusal('confirmationRequired', detail)
        }
        const keepClosed = await closed.deleting(transaction, paper)
        await removeDocument(transaction, id)
        await keepClosed()
        const before = { name: paper.name, folder: paper.path, slots }
        await recordChange(transaction, {
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

function newestFirst(a: Known, b: Known): number {
  return b.created_time.localeCompare(a.created_time) || a.id.localeCompare(b.id)
}
