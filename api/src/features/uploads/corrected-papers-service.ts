import { anyMember } from '@portal/domain/may-read'
import { quarterOfMeeting } from '@portal/domain/meeting-ref'
import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import type {
  CorrectionAnswer,
  listCorrections,
  ProposedCorrection,
  UploadOutcome,
} from '@portal/contract/uploads'
import {
  correctedPaper,
  correctedSlots,
  type MappedPaper,
  type WordSketch,
  wordSketch,
} from '@portal/domain/corrected-paper'
import { mappingId, slotOf } from '@portal/domain/ids'
import { type Quarter, quarterOf } from '@portal/domain/quarter'
import { nextTurn } from '../../platform/background/next-turn.ts'
import * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import {
  isUploaded,
  needsRepair,
  putDocument,
  readRevisedDocument,
  removeDocument,
  type SyncedDocument,
  type SyncedDocumentsService,
  textKey,
} from '../documents/documents-feature.ts'
import { putArrived, withBytesOf } from '../documents/documents-feature.ts'
import type { MappedSlot, MappingsService } from '../mappings/mappings-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { refuseStale } from '../../platform/store/stored-body.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { refuseWithdrawn } from './keep-version.ts'

export type CorrectedPapersService = {
  /** Which uploaded papers seem to be corrected versions of mapped ones. */
  list: (person: Person) => Promise<Reply<typeof listCorrections>>
  /** Makes an uploaded paper the next version of another one, or notes that it is a paper of its own. */
  answer: (
    person: Person,
    id: string,
    answer: CorrectionAnswer & { revision: number | 'new' },
  ) => Promise<UploadOutcome>
}

export type CorrectedPapersParts = {
  store: DocumentStore
  blobs: Pick<BlobStore, 'read'>
  documents: Pick<SyncedDocumentsService, 'ready' | 'all' | 'get'>
  mappings: Pick<MappingsService, 'slotsByDocument' | 'getUnchecked'>
  visibility: Pick<VisibilityService, 'mayReadPaper' | 'isRestricted' | 'readerOf'>
  /** Makes what stored papers still lack, in the background. */
  completePapers: () => void
  timeZone: string
  now: () => Date
}

type Known = ReturnType<SyncedDocumentsService['all']>[number]

type Mapped = MappedPaper & { document: Known; titles: readonly MappedSlot[] }

/** The newest uploads that no slot shows are compared. */
const mostUploads = 50
/** They are compared with the papers of the newest slots. */
const mostMapped = 300
/** After that time, in ms, the rest is compared in the next request. */
const longestReading = 2000
/** The words of that many texts are kept in memory, with 1 KB each. */
const mostSketches = 1000

export function createCorrectedPapersService({
  store,
  blobs,
  documents,
  mappings,
  visibility,
  completePapers,
  timeZone,
  now,
}: CorrectedPapersParts): CorrectedPapersService {
  const mayRead = (person: Person, paper: Known) =>
    visibility.mayReadPaper(visibility.readerOf(person), paper)
  /** Whether a file of a closed item would become a version of a paper that others read. */
  const isOpening = (upload: string, paper: string) =>
    visibility.isRestricted(upload) && !visibility.isRestricted(paper)
  /** By the hash of the original. */
  const sketches = new Map<string, WordSketch | undefined>()

  const read = async (sha256: string): Promise<WordSketch | undefined> => {
    const stored = await blobs.read(textKey(sha256))
    if (!stored) return undefined
    const json: unknown = await new Response(stored).json()
    // Other requests come first.
    await nextTurn()
    return wordSketch(z.parse(z.array(z.string()), json))
  }
  const hasUnreadWords = ({ text, sha256 }: Known) => text === 'made' && !sketches.has(sha256)

  /** Reads the words of these papers; false if some are left after a while. */
  const readWords = async (papers: readonly Known[]): Promise<boolean> => {
    const end = performance.now() + longestReading
    for (const { sha256 } of papers.filter(hasUnreadWords)) {
      if (performance.now() > end) return false
      sketches.set(sha256, await read(sha256))
      const [oldest] = sketches.keys()
      if (sketches.size > mostSketches && oldest !== undefined) sketches.delete(oldest)
    }
    return true
  }
  const compared = ({ name, sha256 }: Known) => ({ name, words: sketches.get(sha256) })

  const mappedPapers = (person: Person): Mapped[] =>
    [...mappings.slotsByDocument()]
      .flatMap(([id, titles]) => {
        const document = documents.get(id)
        const slots = titles.flatMap((title) => slotOf(title.id) ?? [])
        return document && mayRead(person, document)
          ? [{ ...compared(document), id, slots, document, titles }]
          : []
      })
      .toSorted((a, b) => newestQuarter(b) - newestQuarter(a))
      .slice(0, mostMapped)

  const slotsFor = (upload: Known, { slots, titles }: Mapped, today: Quarter) => {
    const ids = new Set(correctedSlots(upload.name, slots, today).map(mappingId))
    return titles.flatMap(({ id, title }) => {
      const revision = mappings.getUnchecked(id)?.revision
      return ids.has(id) && revision !== undefined ? [{ id, title, revision }] : []
    })
  }

  const openUploads = (person: Person): Known[] => {
    const mapped = mappings.slotsByDocument()
    return documents
      .all()
      .filter(
        (document) =>
          isUploaded(document) &&
          mayRead(person, document) &&
          !document.another &&
          !document.withdrawn &&
          !mapped.has(document.id),
      )
      .toSorted((a, b) => b.created_time.localeCompare(a.created_time))
      .slice(0, mostUploads)
  }

  return {
    async list(person) {
      mustManagePortal(person)
      await documents.ready
      const uploads = openUploads(person)
      if (uploads.length === 0) return { corrections: [], isComplete: true }
      const isRead = await readWords([
        ...uploads,
        ...mappedPapers(person).map((mappedPaper) => mappedPaper.document),
      ])
      const papers = mappedPapers(person)
      const today = quarterOf(now(), timeZone)
      const corrections = uploads.flatMap((upload): ProposedCorrection[] => {
        const paper = correctedPaper(compared(upload), papers, today)
        const of = papers.find(({ id }) => id === paper?.id)
        if (!paper || !of || isOpening(upload.id, of.id)) return []
        return [
          {
            id: upload.id,
            revision: upload.revision,
            of: {
              id: of.id,
              name: of.document.name,
              slots: slotsFor(upload, of, today),
              seen: visibility.mayReadPaper(anyMember, of.document),
            },
            by: paper.by,
            as: canBeVersion(of.document, upload) ? 'newVersion' : 'instead',
          },
        ]
      })
      const isUnread = ({ text, mime_type: type }: Known) =>
        text === undefined && type === 'application/pdf'
      return { corrections, isComplete: isRead && !uploads.some(isUnread) }
    },

    async answer(person, id, { answer, of, revision }) {
      mustManagePortal(person)
      await documents.ready
      const isHidden = (paper: string) => {
        const known = documents.get(paper)
        return known !== undefined && !mayRead(person, known)
      }
      // A paper that the person may not read is answered like one that isn't there.
      const readPaper: Answering['readPaper'] = async (transaction, paper) =>
        isHidden(paper) ? undefined : readUpload(transaction, paper)
      const areShown = of !== undefined && ![id, of].some(isHidden) && documents.get(of)
      if (areShown && isOpening(id, of)) {
        throw new Refusal(
          'conflict',
          'This file belongs to a closed session, so it can’t become a version of a paper that others read.',
        )
      }
      const outcome = await store.transaction((transaction) =>
        answer === 'another'
          ? keepApart(transaction, { id, readPaper, revision, by: person, at: now() })
          : absorb(transaction, {
              id,
              of,
              readPaper,
              revision,
              by: person,
              at: now(),
              isMapped: mappings.slotsByDocument().has(id),
            }),
      )
      completePapers()
      return outcome
    },
  }
}

type Answering = {
  id: string
  /** Undefined if the person may read no such paper. */
  readPaper: (transaction: StoreOperations, id: string) => Promise<Known | undefined>
  revision: number | 'new'
  by: Person
  at: Date
}

async function keepApart(
  transaction: StoreOperations,
  { id, readPaper, revision, by, at }: Answering,
): Promise<UploadOutcome> {
  const upload = await readPaper(transaction, id)
  if (!upload) throw new Refusal('notFound', `Document not found: ${id}`)
  const outcome: UploadOutcome = { outcome: 'stored', document: upload }
  // A repeated request gets its first result.
  if (upload.another) return outcome
  refuseStale(upload, revision, (current) => current)
  const { id: _id, revision: _revision, updatedAt: _updatedAt, ...document } = upload
  await putDocument(transaction, id, { ...document, another: true })
  const after = { name: upload.name }
  await recordChange(transaction, { at, by, what: 'paper kept as another', subject: id, after })
  return outcome
}

async function absorb(
  transaction: StoreOperations,
  { id, of, readPaper, revision, by, at, isMapped }: Answering & { of: string; isMapped: boolean },
): Promise<UploadOutcome> {
  const paper = await readPaper(transaction, of)
  if (!paper) throw new Refusal('notFound', `Document not found: ${of}`)
  const outcome = (document: SyncedDocument): UploadOutcome => ({
    outcome: 'newVersion',
    document: { ...document, id: of },
  })
  // A repeated request gets its first result.
  if (paper.absorbed?.includes(id)) return outcome(paper)
  const other = id === of ? undefined : await readPaper(transaction, id)
  if (!other) throw new Refusal('notFound', `Document not found: ${id}`)
  refuseStale(other, revision, (current) => current)
  if (isMapped) {
    const detail = `“${other.name}” is shown in a slot of its own, so it can’t become a version of “${paper.name}”.`
    throw new Refusal('conflict', detail)
  }
  if (!canBeVersion(paper, other)) {
    const detail = `“${other.name}” isn’t the kind of file that “${paper.name}” is. Keep it as another paper.`
    throw new Refusal('invalid', detail)
  }
  if (other.withdrawn || needsRepair(other)) {
    throw new Refusal('invalid', `The file of “${other.name}” can’t be used. Upload it again.`)
  }
  const { sha256, name: fileName, modified_time, size } = other
  await refuseWithdrawn(transaction, { id: of, name: fileName, sha256 })
  const { id: _id, revision: _revision, updatedAt: _updatedAt, ...before } = paper
  const document: SyncedDocument = {
    ...withBytesOf(before, other),
    name: paper.name,
    modified_time,
    last_synced: at.toISOString(),
    absorbed: [id, ...(paper.absorbed ?? [])].slice(0, mostAbsorbed),
  }
  const version = await putArrived(transaction, of, document, { now: at, fileName })
  await removeDocument(transaction, id)
  const after = { name: paper.name, version, file: fileName, size }
  await recordChange(transaction, { at, by, what: 'paper version added', subject: of, after })
  return outcome({ ...document, ...(version === undefined ? {} : { version }) })
}

/** The uploads that became versions are remembered, so that a repeated request finds its result. */
const mostAbsorbed = 20

/** Undefined if there is no such paper; refuses one from the drive. */
async function readUpload(transaction: StoreOperations, id: string): Promise<Known | undefined> {
  const revisedDocument = await readRevisedDocument(transaction, id)
  if (!revisedDocument || isUploaded(revisedDocument)) return revisedDocument
  throw new Refusal('invalid', `“${revisedDocument.name}” comes from the drive.`)
}

/** A version is the same kind of file; a synced paper gets its versions from the drive. */
function canBeVersion(of: SyncedDocument, upload: SyncedDocument): boolean {
  return isUploaded(of) && of.mime_type === upload.mime_type
}

/** The number of the newest quarter whose meetings show a paper; papers of no meeting come first. */
function newestQuarter({ slots }: MappedPaper): number {
  const numbers = slots.map((slot) => {
    if (slot.kind !== 'meeting') return Infinity
    const { year, quarter } = quarterOfMeeting(slot)
    return year * 4 + quarter
  })
  return Math.max(...numbers)
}
