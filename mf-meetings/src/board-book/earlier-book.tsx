import type { Quarter } from '@portal/domain/quarter'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Book } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { bookFailure, useBoardBook, wholeBook } from '../shared/board-book-queries.ts'
import styles from './board-book.module.css'
import { BookReading } from './book-reading.tsx'

type EarlierBookProps = { quarter: Quarter; number: number }

/** One of the quarter's earlier books, by its number. */
export function EarlierBook({ quarter, number }: EarlierBookProps) {
  const { query } = useBoardBook(quarter, wholeBook)
  const { book: newest, earlier = [] } = query.data ?? {}
  const book = [...(newest ? [newest] : []), ...earlier].find((one) => one.number === number)
  const toNewest = (
    <Link to={meetingsPaths.boardBook(quarter)} replace className={styles.toNewest}>
      Open the newest book
    </Link>
  )
  return (
    <BookReading
      quarter={quarter}
      options={wholeBook}
      number={number}
      book={book}
      earlier={earlier}
      note={
        book && book.number !== newest?.number ? (
          <p className={styles.note} role="status">
            You are reading book {number} of {newest?.number}. {toNewest}
          </p>
        ) : undefined
      }
    >
      <QueryPanel
        query={query}
        failure={bookFailure}
        skeleton={<Skeleton height="100%" label="Loading the board book" />}
      >
        {() => (
          <div className={styles.centre}>
            <EmptyState title="This board book isn’t kept any more" icon={<Book aria-hidden />}>
              <p>{toNewest}</p>
            </EmptyState>
          </div>
        )}
      </QueryPanel>
    </BookReading>
  )
}
