import type { BookPart } from '@portal/contract/board-books'
import type { Quarter } from '@portal/domain/quarter'
import { openedFrom } from '@portal/remote-kit/opened-from'
import { Link, useLocation } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Book } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { useBoardBook, wholeBook, isPaper } from './board-book.ts'

import styles from './in-board-book.module.css'
import { origins } from './quarter-route.ts'

/** The parts of the quarter's newest board book; empty while there is no book. */
export function useBookParts(quarter: Quarter): BookPart[] {
  return useBoardBook(quarter, wholeBook).query.data?.book?.parts.filter(isPaper) ?? []
}

type InBoardBookProps = {
  quarter: Quarter
  /** Renders nothing if undefined. */
  part: Pick<BookPart, 'page'> | undefined
  /** For screen readers: the paper or agenda item. */
  of: string
  on: 'agenda' | 'paper'
}

/** Links a paper or an agenda item to its page in the board book. */
export function InBoardBook({ quarter, part, of, on }: InBoardBookProps) {
  const { pathname, search } = useLocation()
  if (!part) return null
  const origin = on === 'agenda' ? origins.agenda(quarter) : origins.paper(`${pathname}${search}`)
  return (
    <Link
      to={meetingsPaths.boardBook(quarter, { page: part.page })}
      state={openedFrom(origin)}
      className={on === 'agenda' ? styles.inAgenda : buttonStyle('quiet')}
      data-print="hide"
    >
      <Book aria-hidden />
      <span>
        In the board book, page {part.page}
        <VisuallyHidden>: {of}</VisuallyHidden>
      </span>
    </Link>
  )
}
