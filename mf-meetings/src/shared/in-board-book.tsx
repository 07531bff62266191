import type { BookPart } from '@portal/contract/board-books'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { openedFrom } from '@portal/remote-kit/opened-from'
import { Link, useLocation, useNavigate } from '@portal/remote-kit/router'
import type { PaperTool } from '@portal/shared-ui/reading-view'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Book } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { useBoardBook, wholeBook, isPaper } from './board-book.ts'

import styles from './in-board-book.module.css'
import { origins } from './meeting-route.ts'

/** The parts of the meeting's newest board book; empty while there is no book. */
export function useBookParts(meeting: MeetingRef): BookPart[] {
  return useBoardBook(meeting, wholeBook).query.data?.book?.parts.filter(isPaper) ?? []
}

type InBoardBookProps = {
  meeting: MeetingRef
  /** Renders nothing if undefined. */
  part: Pick<BookPart, 'page'> | undefined
  /** For screen readers: the agenda item. */
  of: string
}

/** Links an agenda item to its page in the board book. */
export function InBoardBook({ meeting, part, of }: InBoardBookProps) {
  if (!part) return null
  return (
    <Link
      to={meetingsPaths.boardBook(meeting, { page: part.page })}
      state={openedFrom(origins.agenda(meeting))}
      className={styles.inAgenda}
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

/** What opens the board book at an open paper; undefined if it isn't in the newest one. */
export function useBookTool(meeting: MeetingRef, type: string): PaperTool | undefined {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const part = useBookParts(meeting).find(({ materialType }) => materialType === type)
  if (!part) return undefined
  const { page } = part
  const state = openedFrom(origins.paper(`${pathname}${search}`))
  return {
    label: `In the board book, page ${page}`,
    icon: <Book />,
    onPress: () => void navigate(meetingsPaths.boardBook(meeting, { page }), { state }),
  }
}
