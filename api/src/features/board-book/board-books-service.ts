import { AsyncLocalStorage } from 'node:async_hooks'
import type { BoardBook, BoardBookState } from '@portal/contract/board-books'
import type { Person } from '@portal/contract/portal'
import { mappingId } from '@portal/domain/ids'
import {
  bodyOfMeeting,
  isQuarterly,
  meetingId,
  meetingLabel,
  type MeetingRef,
} from '@portal/domain/meeting-ref'
import type { MeetingSlot } from '@portal/domain/slot-names'
import { hasOpenRecords, memberRights, mustHaveOpenRecords } from '../../access.ts'
import type { AgendasService, MeetingRecords } from '../agendas/agendas-feature.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import type { DocumentContent, ReadContent } from '../../platform/files/document-content.ts'
import type { DocumentsService } from '../documents/documents-feature.ts'
import type { MappingsService } from '../mappings/mappings-feature.ts'
import type { ReadingService } from '../reading/reading-feature.ts'
import { Refusal } from '../../refusal.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { verifiedStream } from '../../platform/store/verified-stream.ts'
import type { BookPlan, StoredBook } from './book.ts'
import type { BooksJob } from './book-job.ts'
import { type Requester, asReader, type BookPlans, inSentence, nothingIn } from './book-plan.ts'
import {
  bookFileKey,
  type BookOptions,
  type BooksKey,
  type BooksRecord,
  dropBooks,
  isMaking,
  readRecord,
  recordId,
} from './stored-books.ts'

type BookFile = { content: DocumentContent; read: ReadContent; isShared: boolean }

export type BoardBooksService = {
  get: (person: Person, meeting: MeetingRef, options: BookOptions) => Promise<BoardBookState>
  make: (person: Person, meeting: MeetingRef, options: BookOptions) => Promise<BoardBookState>
  file: (person: Person, meeting: MeetingRef, id: string) => Promise<BookFile>
  take: (person: Person, meeting: MeetingRef, id: string) => Promise<BoardBookState>
}

export type BoardBooksParts = {
  store: DocumentStore
  blobs: BlobStore
  plans: BookPlans
  making: Pick<BooksJob, 'ask'>
  agendas: Pick<AgendasService, 'ofMeetings'>
  mappings: Pick<MappingsService, 'ofQuarter'>
  documents: Pick<DocumentsService, 'some' | 'ready'>
  records: Pick<MeetingRecords, 'dayOf'>
  reading: Pick<ReadingService, 'takenBook' | 'takeBook'>
  visibility: Pick<VisibilityService, 'bodiesOf' | 'closedAudience' | 'mayReadMeeting' | 'readerOf'>
  now: () => Date
}

const everybodys: BookOptions = { notes: false, changes: false }
const personal: BookOptions[] = [
  { notes: true, changes: false },
  { notes: false, changes: true },
  { notes: true, changes: true },
]

/** The shared book contains what members see. A book with notes or changes is personal: only its owner gets it. */
export function createBoardBooksService(parts: BoardBooksParts): BoardBooksService {
  const { store, blobs, plans, making, agendas, mappings, documents, reading, visibility, now } =
    parts

  /** A book is neither listed nor sent once members no longer see one of its papers, one of its slots or its agenda. */
  const isReadable = (book: StoredBook, key: BooksKey, person: Person) => {
    const { meeting } = key
    // Of what everybody in a body sees, one of them may be excepted.
    const readers = key.uid === undefined ? [person] : []
    return [asReader(requesterOf(person), key), ...readers].every((reader) =>
      isReadableBy(reader, book, meeting),
    )
  }
  const isReadableBy = (reader: Person, book: StoredBook, meeting: MeetingRef) => {
    const slots = mappings.ofQuarter(reader, meeting)
    const isShown = book.parts.every(({ materialType }) => {
      if (materialType === undefined) return true
      const slot = { kind: 'meeting', ...meeting, materialType } as MeetingSlot
      return slots[mappingId(slot)] !== undefined
    })
    const papers = new Set(book.papers.map(({ documentId }) => documentId))
    const isThere = documents.some(reader, papers).size === papers.size
    const hasItsAgenda =
      !book.hasAgenda || agendas.ofMeetings(reader).some(({ id }) => id === meetingId(meeting))
    return isShown && isThere && hasItsAgenda
  }

  /** A committee's meetings often have the same title. A quarterly meeting's names the quarter. */
  const titleOf = ({ title }: StoredBook, { meeting }: BooksKey) =>
    isQuarterly(meeting)
      ? title
      : meetingLabel(meeting, { title, date: parts.records.dayOf(meeting) })

  const inBackground = AsyncLocalStorage.snapshot()

  const hasFile = async (id: string) => (await blobs.info(bookFileKey(id))) !== undefined

  /**
   * Reads the stored record while the book is being planned. A book whose file is missing is made again, unless that has
   * failed.
   */
  const stateOf = async (
    person: Person,
    key: BooksKey,
    planned: Promise<BookPlan>,
  ): Promise<BoardBookState> => {
    const { meeting } = key
    const [plan, record, copy] = await Promise.all([
      planned,
      readRecord(store, recordId(key)),
      hasOpenRecords(person) ? reading.takenBook(person, meeting) : undefined,
    ])
    const books = record?.record.books.filter((book) => isReadable(book, key, person)) ?? []
    const recorded = books.find(({ id }) => id === plan.id)
    const current = recorded && (await hasFile(plan.id)) ? recorded : undefined
    const progress = progressOf(record?.record, plan, {
      isReady: current !== undefined,
      isMaking: record !== undefined && isMaking(store, record.record, now()),
    })
    if (recorded && progress.state === 'none') {
      await making.ask(key, requesterOf(person), plan)
      return stateOf(person, key, Promise.resolve(plan))
    }
    const newest = current ?? books.find((book) => book !== recorded)
    return {
      ...progress,
      ...(newest ? { book: shown(newest) } : {}),
      earlier:
        key.uid === undefined
          ? books.filter((book) => book !== newest && book !== recorded).map(shown)
          : [],
      ...(copy ? { copy: { id: copy.book, number: copy.number, takenAt: copy.takenAt } } : {}),
    }
  }

  const keyFor = (person: Person, meeting: MeetingRef, options: BookOptions): BooksKey => {
    // Anyone who reads single items of a committee's meeting doesn't read its agenda, which the book has.
    const isSeen =
      isQuarterly(meeting) ||
      (visibility.bodiesOf(person)?.includes(bodyOfMeeting(meeting)) &&
        visibility.mayReadMeeting(visibility.readerOf(person), meeting))
    if (!isSeen) throw nothingIn(meeting)
    const isOwn = options.notes || options.changes
    if (isOwn) mustHaveOpenRecords(person)
    const audience = visibility.closedAudience(
      visibility.readerOf({ ...person, ...memberRights }),
      meeting,
    )
    return {
      meeting,
      options,
      ...(isOwn ? { uid: person.uid } : {}),
      ...(audience === undefined ? {} : { audience }),
    }
  }

  const findBook = async (person: Person, meeting: MeetingRef, id: string) => {
    await documents.ready
    for (const options of hasOpenRecords(person) ? [everybodys, ...personal] : [everybodys]) {
      const key = keyFor(person, meeting, options)
      const record = await readRecord(store, recordId(key))
      const book = record?.record.books.find((candidate) => candidate.id === id)
      if (book && isReadable(book, key, person)) return { key, book }
    }
    throw notKept(meeting)
  }

  return {
    async get(person, meeting, options) {
      const key = keyFor(person, meeting, options)
      return stateOf(person, key, plans.of(key, requesterOf(person)))
    },

    async make(person, meeting, options) {
      const key = keyFor(person, meeting, options)
      const plan = await plans.of(key, requesterOf(person))
      await making.ask(key, requesterOf(person), plan)
      return stateOf(person, key, Promise.resolve(plan))
    },

    async file(person, meeting, id) {
      const { key, book } = await findBook(person, meeting, id)
      const { size, sha256 } = book
      const forget = () => {
        const drop = () => dropBooks(parts, recordId(key), (part) => part.id === id)
        inBackground(drop).catch(() => undefined)
      }
      return {
        isShared: key.uid === undefined,
        content: {
          key: bookFileKey(id),
          size,
          etag: `"${sha256}"`,
          lastModified: new Date(book.madeAt),
          type: 'application/pdf',
          name: fileName({ ...book, title: titleOf(book, key) }, key),
          inline: true,
          original: sha256,
          sha256,
        },
        async read(content, range) {
          const bytes = await blobs.read(content.key, range)
          if (!bytes) {
            // A book of earlier papers can't be made again.
            const plan = await plans.of(key, requesterOf(person))
            if (plan.id === id) await making.ask(key, requesterOf(person), plan)
            else forget()
            throw notKept(meeting)
          }
          const isWhole = !range || (range.start === 0 && range.end === size - 1)
          if (!isWhole) return bytes
          return verifiedStream(bytes, sha256, forget)
        },
      }
    },

    async take(person, meeting, id) {
      mustHaveOpenRecords(person)
      const { key, book } = await findBook(person, meeting, id)
      if (key.uid !== undefined || book.number === undefined) {
        throw new Refusal('notFound', 'Only the board book that everyone shares can be your copy.')
      }
      const { number, papers } = book
      await reading.takeBook(person, meeting, { book: id, number, papers })
      const shared = keyFor(person, meeting, everybodys)
      return stateOf(person, shared, plans.of(shared, requesterOf(person)))
    },
  }
}

function notKept(meeting: MeetingRef): Refusal {
  const detail = `This board book of ${inSentence(meeting)} isn’t kept any more. Please make it again.`
  return new Refusal('notFound', detail)
}

function requesterOf({ uid, email, displayName }: Person): Requester {
  return { uid, email, ...(displayName === undefined ? {} : { displayName }) }
}

function progressOf(
  record: BooksRecord | undefined,
  plan: BookPlan,
  is: { isReady: boolean; isMaking: boolean },
): Pick<BoardBookState, 'state' | 'progress' | 'reason'> {
  const { making } = record ?? {}
  if (is.isReady) return { state: 'ready' }
  if (making && is.isMaking) return { state: 'making', progress: making.progress }
  const isFailed = making?.state === 'failed' && making.wanted === plan.id
  if (!isFailed) return { state: 'none' }
  return { state: 'failed', ...(making.reason === undefined ? {} : { reason: making.reason }) }
}

function shown({ id, number, madeAt, pages, size, sha256, parts }: StoredBook): BoardBook {
  return { id, ...(number === undefined ? {} : { number }), madeAt, pages, size, sha256, parts }
}

/** `Q4 2026 Board Meeting, board book 3.pdf`, or `Finance Committee, 12 November 2026, board book 3.pdf` */
function fileName(
  { title, number }: StoredBook,
  { options: { notes, changes } }: BooksKey,
): string {
  const kind = [changes && 'what changed', notes && 'my notes'].filter(Boolean).join(' with ')
  const suffix = number === undefined ? kind : `board book ${number}`
  return `${title}, ${suffix}.pdf`
}
