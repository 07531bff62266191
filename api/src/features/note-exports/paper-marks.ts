import type { Note, PlacedNote } from '@portal/contract/notes'
import {
  type InkLine,
  type PageRectangle,
  subjectOf,
  targetFor,
  withdrawnQuotation,
} from '@portal/domain/note-subject'
import type { changeWashes } from '@portal/domain/mark-colors'
import { shownQuotation } from '@portal/domain/shown-quotation'
import { type CharacterWidth, type LineBox, lineBoxes, type PageText } from './line-boxes.ts'

type Shape =
  | { kind: 'highlight'; boxes: LineBox[] }
  | { kind: 'rectangle'; rectangle: PageRectangle }
  | { kind: 'ink'; ink: readonly InkLine[] }
  | { kind: 'page' }

/** What is drawn on one page for a note, for all notes that aren't placed, or for what changed. */
export type PaperMark = Shape &
  Pick<Note, 'id' | 'text'> &
  Partial<Pick<Note, 'createdAt' | 'changedAt'>> & {
    color: Note['color'] | keyof typeof changeWashes
    /** From 1. */
    page: number
    author: string
  }

/** What changed on a page since another version. */
export type ChangeToMark = {
  color: keyof typeof changeWashes
  /** From 1. */
  page: number
  /** The changed words; the page as a whole if there are none. */
  ranges: readonly { from: number; to: number }[]
  /** `Changed from “…”`. */
  text: string
}

type PaperNotes = {
  author: string
  version: number
  notes: readonly PlacedNote[]
  /** The text of the marked pages, by number. */
  pages: ReadonlyMap<number, PageText>
  widthOf: CharacterWidth
}

/** The marks for a person's notes on a version of a paper. A passage across pages has one mark on each. */
export function paperMarks({ notes, ...parts }: PaperNotes): PaperMark[] {
  const { version, author } = parts
  const marks = notes.flatMap((placed) => marksOf(placed, parts))
  const unplaced = notes.filter(({ note, place }) => !place && (note.dismissed ?? 0) < version)
  return unplaced.length > 0 ? [...marks, { ...markOfUnplaced(unplaced, version), author }] : marks
}

function marksOf(
  { note, place }: PlacedNote,
  { version, pages, widthOf, author }: Omit<PaperNotes, 'notes'>,
): PaperMark[] {
  if (!place) return []
  const { id, color, text, createdAt, changedAt } = note
  const own = { id, color, text, createdAt, changedAt, author }
  const { rectangle, ink } = subjectOf(targetFor(note, version))
  const byPage = Map.groupBy(place.ranges, ({ page }) => page)
  const passages = [...byPage].flatMap(([page, ranges]): PaperMark[] => {
    const onPage = pages.get(page)
    const boxes = onPage ? ranges.flatMap((range) => lineBoxes(onPage, range, widthOf)) : []
    return boxes.length > 0 ? [{ ...own, kind: 'highlight', page, boxes }] : []
  })
  // Only the first part has the note's text.
  if (passages.length > 0) {
    return passages.map((mark, index) => (index === 0 ? mark : { ...mark, text: '' }))
  }
  const { page } = place
  if (rectangle) return [{ ...own, page, kind: 'rectangle', rectangle }]
  if (ink) return [{ ...own, page, kind: 'ink', ink }]
  return [{ ...own, page, kind: 'page' }]
}

/** One mark for all of them, because separate marks would cover the first page. */
function markOfUnplaced(
  unplaced: readonly PlacedNote[],
  version: number,
): Omit<PaperMark & { kind: 'page' }, 'author'> {
  const notes = unplaced.map(({ note }) => note)
  const written = notes.map(({ target, text }) => {
    const { page, words, withdrawnWith } = subjectOf(target)
    const paper = target.documentId === undefined ? `Version ${target.version}` : 'Earlier paper'
    const made = `${paper}, page ${page}${words ? `: “${shownQuotation(words)}”` : ''}`
    const withdrawn = withdrawnWith === undefined ? '' : withdrawnQuotation(withdrawnWith)
    return [made, withdrawn, text].filter(Boolean).join('\n')
  })
  const changes = notes.map(({ changedAt }) => changedAt).toSorted()
  return {
    id: 'not-placed',
    kind: 'page',
    page: 1,
    color: 'yellow',
    text: [`Not placed in version ${version}:`, ...written].join('\n\n'),
    createdAt: changes[0]!,
    changedAt: changes.at(-1)!,
  }
}

/** The marks for what changed in a paper. */
export function changeMarks(
  changes: readonly ChangeToMark[],
  { pages, widthOf }: Pick<PaperNotes, 'pages' | 'widthOf'>,
): PaperMark[] {
  return changes.map(({ ranges, ...change }, index): PaperMark => {
    const own = { ...change, id: `change-${index + 1}`, author: 'What changed' }
    const onPage = pages.get(change.page)
    const boxes = onPage ? ranges.flatMap((range) => lineBoxes(onPage, range, widthOf)) : []
    return boxes.length > 0 ? { ...own, kind: 'highlight', boxes } : { ...own, kind: 'page' }
  })
}
