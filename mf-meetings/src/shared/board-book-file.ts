import { type BoardBook, getBoardBookFile } from '@portal/contract/board-books'
import { pathOf } from '@portal/contract/endpoint'
import type { Quarter } from '@portal/domain/quarter'
import type { BookOptions } from './board-book-queries.ts'
import { bookTitle } from './board-book-words.ts'

/** A book as a document for the viewer and for downloads. */
export function bookDocument(
  { year, quarter }: Quarter,
  { id }: Pick<BoardBook, 'id'>,
  options: BookOptions,
) {
  const content = pathOf(getBoardBookFile.path, { year, quarter, id })
  return {
    id,
    name: `${bookTitle({ year, quarter }, options)}.pdf`,
    mimeType: 'application/pdf',
    file: { content, opening: `${content}?part=opening` },
  }
}
