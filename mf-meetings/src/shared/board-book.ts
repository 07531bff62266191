import {
  type BoardBookState,
  getBoardBook,
  makeBoardBook,
  takeBoardBook,
  type BoardBook,
  getBoardBookFile,
  type BookPart,
} from '@portal/contract/board-books'
import { ofMeeting } from '@portal/contract/twins'
import { type Call, isApiError } from '@portal/remote-kit/client'
import { isQuarterly, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading } from '@portal/remote-kit/queries/reading'
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@portal/remote-kit/query'
import { pathOf } from '@portal/domain/path-of'
import { counted } from '@portal/domain/counted'
import { sizeText } from '@portal/domain/file-size'
import { dayOf, shortDayText, todayIn } from '@portal/domain/days'
import type { Material } from './materials-of.ts'

/** Options of a board book: with either, the book is personal. */
export type BookOptions = {
  /** The reader's notes. */
  notes: boolean
  /** Only what changed since the reader's copy. */
  changes: boolean
}

export const wholeBook: BookOptions = { notes: false, changes: false }

/** How often a book that is being made is polled, in ms. */
const interval = 1000

const keyOf = (meeting: MeetingRef) => ['meetings', 'board-book', meetingId(meeting)]

function boardBookQuery(call: Call, meeting: MeetingRef, { notes, changes }: BookOptions) {
  return queryOptions({
    queryKey: [...keyOf(meeting), { notes, changes }],
    queryFn: ({ signal }) => {
      const query = { notes: asText(notes), changes: asText(changes) }
      return isQuarterly(meeting)
        ? call(getBoardBook, { params: meeting, query }, { signal })
        : call(ofMeeting(getBoardBook), { params: meeting, query }, { signal })
    },
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? interval : false),
  })
}

const asText = (flag: boolean): 'true' | 'false' => (flag ? 'true' : 'false')

export type ShownBook = {
  query: UseQueryResult<BoardBookState>
  /** Whether the meeting has nothing to put into a book. */
  isNothing: boolean
  isMaking: boolean
  /** Why it couldn't be made, as a sentence. */
  failure: string | undefined
  /** Makes the book from the current papers. The server continues even if the reader leaves. */
  make: () => void
}

/**
 * A meeting's board book, polled while it is being made. An admin's view as a member requests none: the reply contains
 * the reader's own copy.
 */
export function useBoardBook(meeting: MeetingRef, options: BookOptions): ShownBook {
  const { call, person } = usePortal()
  const client = useQueryClient()
  const book = boardBookQuery(call, meeting, options)
  const query = useQuery({ ...book, enabled: !person.viewsAs })
  const making = useMutation({
    mutationFn: () =>
      isQuarterly(meeting)
        ? call(makeBoardBook, { params: meeting, body: options })
        : call(ofMeeting(makeBoardBook), { params: meeting, body: options }),
    onSuccess: (state) => client.setQueryData(book.queryKey, state),
  })
  const state = query.data?.state
  return {
    query,
    isNothing: isApiError(query.error) && query.error.code === 'notFound',
    isMaking: making.isPending || state === 'making',
    failure: failureOf(making.error, query.data),
    make: () => making.mutate(),
  }
}

/** The message for a book whose state can't be read. */
export function bookFailure(error: Error): string {
  const isRefused = isApiError(error) && error.code === 'notFound'
  return isRefused ? error.message : 'Failed to load the board book'
}

const failed = 'The board book couldn’t be made.'

function failureOf(error: Error | null, data: BoardBookState | undefined): string | undefined {
  if (error) return isApiError(error) ? error.message : failed
  return data?.state === 'failed' ? (data.reason ?? failed) : undefined
}

/**
 * Records which book the reader has taken as their copy. A failure is ignored: the next book that they take is
 * recorded.
 */
export function useTakeBook(meeting: MeetingRef): (id: string) => void {
  const { call, person } = usePortal()
  const client = useQueryClient()
  const whole = boardBookQuery(call, meeting, wholeBook)
  const taking = useMutation({
    mutationFn: (id: string) =>
      isQuarterly(meeting)
        ? call(takeBoardBook, { params: meeting, body: { id } })
        : call(ofMeeting(takeBoardBook), { params: meeting, body: { id } }),
    onSuccess: (state) => {
      client.setQueryData(whole.queryKey, state)
      // The book of changes since the copy is a different one now.
      return client.invalidateQueries({ queryKey: keyOf(meeting), refetchType: 'none' })
    },
  })
  return (id) => {
    if (canKeepReading(person)) taking.mutate(id)
  }
}

/** A book as a document for the viewer and for downloads. */
export function bookDocument(
  meeting: MeetingRef,
  { id }: Pick<BoardBook, 'id'>,
  /** The file's name. */
  title: string,
) {
  const { path } = isQuarterly(meeting) ? getBoardBookFile : ofMeeting(getBoardBookFile)
  const content = pathOf(path, { ...meeting, id })
  return {
    id,
    // A colon can't be in a file's name everywhere.
    name: `${title.replace(':', '')}.pdf`,
    mimeType: 'application/pdf',
    file: { content, opening: `${content}?part=opening` },
  }
}

/** "214 pages · 12 MB · made 24 November" */
export function bookFacts(
  { pages, size, madeAt }: Pick<BoardBook, 'pages' | 'size' | 'madeAt'>,
  timeZone: string,
): string {
  return [counted(pages, 'page'), sizeText(size), `made ${dayIn(madeAt, timeZone)}`].join(' · ')
}

/** The day of an ISO 8601 time in a time zone: "24 November". */
export function dayIn(moment: string, timeZone: string): string {
  return shortDayText(dayOf(new Date(moment), timeZone), todayIn(timeZone))
}

/** What a book consists of: "All 13 papers in one PDF". */
export function bookContent({ parts }: Pick<BoardBook, 'parts'>, options: BookOptions): string {
  const count = parts.filter(isPaper).length
  if (options.changes) return `What changed since your copy, in ${counted(count, 'paper')}`
  const papers = count === 1 ? 'The paper' : `All ${count} papers`
  return `${papers} in one PDF${options.notes ? ', with your notes' : ''}`
}

/** Whether a part is one of the meeting's papers or its placeholder. */
export function isPaper({ kind }: Pick<BookPart, 'kind'>): boolean {
  return kind === 'paper' || kind === 'placeholder'
}

/** The part that contains a page, from 1. */
export function partAt<Part extends Pick<BookPart, 'page' | 'pages'>>(
  parts: readonly Part[],
  page: number,
): Part | undefined {
  return parts.find((part) => part.page <= page && page < part.page + part.pages)
}

/** How many papers have changed since a book was made: new, replaced or no longer shown. */
function changedPapers(parts: readonly BookPart[], materials: readonly Material[]): number {
  const inBook = new Map(parts.filter(isPaper).map((part) => [part.materialType, part]))
  const now = materials.filter(({ kind }) => kind !== 'agenda')
  const changed = now.filter(({ type, mapping: { document } }) => {
    const part = inBook.get(type)
    if (!part) return true
    if (part.documentId === undefined) return false
    return part.documentId !== document?.id || part.version !== document.version
  })
  const types = new Set<string>(now.map(({ type }) => type))
  const removed = [...inBook.keys()].filter((type) => type !== undefined && !types.has(type))
  return changed.length + removed.length
}

/** What has changed since an outdated book was made. */
export function staleness(
  { parts }: Pick<BoardBook, 'parts'>,
  materials: readonly Material[],
  options: BookOptions,
): string {
  const count = options.changes ? 0 : changedPapers(parts, materials)
  if (count > 0) return `${counted(count, 'paper')} changed since this book was made.`
  if (options.changes) return 'The papers have changed since this book was made.'
  const others = options.notes ? 'Your notes or the agenda have' : 'The agenda has'
  return `${others} changed since this book was made.`
}

/** "Copying paper 5 of 13" */
export function progressText(progress: BoardBookState['progress']): string {
  if (!progress || progress.total === 0) return 'Making the board book'
  const { done, total } = progress
  return done < total ? `Copying paper ${done + 1} of ${total}` : 'Finishing the board book'
}

/** Why a book of changes since the reader's copy isn't available; undefined if it is. */
export function changesRefusal(
  { state, book, copy }: Pick<BoardBookState, 'state' | 'book' | 'copy'>,
  /** Undefined in a member view. */
  reading: { isOn: boolean } | undefined,
): string | undefined {
  if (!reading) return 'This view of the portal has no copy of its own.'
  if (!reading.isOn) {
    return 'You have switched off keeping what you read, so the portal doesn’t know your copy.'
  }
  if (!copy) return 'You have no copy yet.'
  if (state === 'ready' && copy.id === book?.id) return `Nothing has changed since your copy.`
  return undefined
}

/**
 * The book that becomes the reader's copy when they take one. A book with notes counts as the whole book with the same
 * papers; a book of changes is no copy.
 */
export function copyTaken(
  { state, book }: Pick<BoardBookState, 'state' | 'book'>,
  options: BookOptions,
  whole: Pick<BoardBookState, 'state' | 'book'> | undefined,
): string | undefined {
  if (options.changes) return undefined
  if (!options.notes) return book?.id
  return state === 'ready' && whole?.state === 'ready' ? whole.book?.id : undefined
}

/** "Q4 2026 board book, with my notes", by the meeting's name; "Board book: Finance Committee, 3 December 2026" of others. */
export function bookTitle(
  meeting: string,
  { notes, changes }: BookOptions,
  { isOfQuarter = true } = {},
): string {
  const words = [
    isOfQuarter ? `${meeting} board book` : `Board book: ${meeting}`,
    ...(changes ? ['what changed'] : []),
    ...(notes ? ['with my notes'] : []),
  ]
  return words.join(', ')
}
