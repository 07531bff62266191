import { counted } from '@portal/domain/counted'
import { sizeText } from '@portal/domain/file-size'
import type { BoardBook, BoardBookState, BookPart } from '@portal/contract/board-books'
import { dayOf, shortDayText, todayIn } from '@portal/domain/days'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import type { BookOptions } from './board-book-queries.ts'
import type { Material } from './materials-of.ts'

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

/** Whether a part is one of the quarter's papers or its placeholder. */
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

/** "Q4 2026 board book, with my notes" */
export function bookTitle(quarter: Quarter, { notes, changes }: BookOptions): string {
  const words = [
    `${quarterName(quarter)} board book`,
    ...(changes ? ['what changed'] : []),
    ...(notes ? ['with my notes'] : []),
  ]
  return words.join(', ')
}
