import type { BoardBookState } from '@portal/contract/board-books'
import { Button } from '@portal/shared-ui/button'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Book } from 'lucide-react'
import { BoardBookProgress } from '../shared/board-book-progress.tsx'
import type { ShownBook } from '../shared/board-book-queries.ts'
import styles from './board-book.module.css'

type NoBookYetProps = { shown: ShownBook; state: BoardBookState }

/** Offers to make the book, which opens here once it is made. */
export function NoBookYet({ shown, state }: NoBookYetProps) {
  return (
    <div className={styles.centre}>
      <EmptyState title="This board book hasn’t been made yet" icon={<Book aria-hidden />}>
        <p>It has all papers in one PDF, in the order of the agenda.</p>
        {shown.failure === undefined && (
          <Button
            variant="primary"
            icon={<Book aria-hidden />}
            busy={shown.isMaking}
            onClick={shown.make}
          >
            Make the board book
          </Button>
        )}
        <BoardBookProgress shown={shown} state={state} />
      </EmptyState>
    </div>
  )
}
