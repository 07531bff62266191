import type { BoardBook, BoardBookState } from '@portal/contract/board-books'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { quarterMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { Button } from '@portal/shared-ui/button'
import { BookOpen, RefreshCw } from 'lucide-react'
import { BoardBookProgress } from '../shared/board-book-progress.tsx'
import type { BookOptions, ShownBook } from '../shared/board-book-queries.ts'
import { staleness } from '../shared/board-book-words.ts'
import { materialsOf } from '../shared/materials-of.ts'
import styles from './board-book.module.css'

type NewerBookNoteProps = {
  quarter: Quarter
  options: BookOptions
  shown: ShownBook
  state: BoardBookState
  /** The open book. */
  book: BoardBook
  /** Opens the newest book instead. */
  onOpen: () => void
}

/** Says above a book that papers have changed since it was made, and offers to make or open a newer one. */
export function NewerBookNote(props: NewerBookNoteProps) {
  const { quarter, options, shown, state, book, onOpen } = props
  const { call } = usePortal()
  const { data: mappings } = useQuery(quarterMappingsQuery(call, quarter))
  const isCurrent = state.state === 'ready' && state.book?.id === book.id
  const isNewer = state.state === 'ready' && !isCurrent
  const isStale = !isCurrent && !isNewer && !shown.isMaking && shown.failure === undefined
  return (
    <div className={isCurrent ? undefined : styles.note}>
      {isStale && mappings && (
        <>
          <p>{staleness(book, materialsOf(mappings, quarter), options)}</p>
          <Button icon={<RefreshCw aria-hidden />} onClick={shown.make}>
            Update
          </Button>
        </>
      )}
      {isNewer && (
        <>
          <p>The updated book is ready.</p>
          <Button icon={<BookOpen aria-hidden />} onClick={onOpen}>
            Open it
          </Button>
        </>
      )}
      <BoardBookProgress shown={shown} state={state} isBrief />
    </div>
  )
}
