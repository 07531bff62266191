import { isolated } from '@portal/domain/shown-text'
import type { BookPart } from '@portal/contract/board-books'
import { isMaterialType, type MaterialType } from '@portal/domain/slot-names'
import type { BookOptions } from '../shared/board-book-queries.ts'
import { isPaper } from '../shared/board-book-words.ts'

/** The paper and the page that a page of a book comes from. */
export type PlaceInPaper = {
  type: MaterialType
  name: string
  documentId: string | undefined
  version: number | undefined
  /** The page in the paper, from 1; unknown in a book of changes, which has only some pages. */
  page: number | undefined
  /** "Budget vs Actual, page 3 of 12" */
  text: string
}

/** Undefined for the cover, the contents and the agenda. */
export function placeInPaper(
  part: BookPart,
  page: number,
  { changes }: BookOptions,
): PlaceInPaper | undefined {
  const { title, materialType, documentId, version } = part
  if (!isPaper(part) || materialType === undefined || !isMaterialType(materialType))
    return undefined
  const isCopied = part.kind === 'paper' && !changes
  const own = isCopied ? page - part.page + 1 : undefined
  const text = own === undefined ? title : `${isolated(title)}, page ${own} of ${part.pages}`
  return { type: materialType, name: title, documentId, version, page: own, text }
}
