import type { BoardBook, BookPart } from '@portal/contract/board-books'
import type { Quarter } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Link, useLocation } from '@portal/remote-kit/router'
import { meetingsPaths } from '../meetings-paths.ts'
import type { BookOptions } from '../shared/board-book-queries.ts'
import { bookContent, bookFacts, isPaper } from '../shared/board-book-words.ts'
import { EarlierBooks } from '../shared/earlier-books.tsx'
import styles from './board-book.module.css'
import { useLeaveBook } from './open-paper.tsx'
import { placeInPaper, type PlaceInPaper } from './place-in-paper.ts'
import { usePaperOf } from './use-paper-of.ts'

type BookDetailsProps = {
  quarter: Quarter
  options: BookOptions
  book: BoardBook
  earlier: BoardBook[]
  /** The book's address at the reader's page. */
  address: string
}

/** What the open book contains, and the quarter's other books. */
export function BookDetails({ quarter, options, book, earlier, address }: BookDetailsProps) {
  const { timeZone } = usePortal().config.foundation
  const { state } = useLocation() as { state: unknown }
  const { number, parts } = book
  const others = earlier.filter(({ id }) => id !== book.id)
  return (
    <div className={styles.details}>
      <p>
        {number !== undefined && <b>Book {number}. </b>}
        {bookContent({ parts }, options)}.
      </p>
      <p className={styles.soft}>{bookFacts(book, timeZone)}</p>
      <EarlierBooks quarter={quarter} earlier={others} step={{ replace: true, state }} />
      <h2 className={styles.heading}>Papers in this book</h2>
      <ol className={styles.papers}>
        {parts.filter(isPaper).map((part) => (
          <li key={part.page}>
            <Paper {...{ quarter, part, address }} place={placeInPaper(part, part.page, options)} />
          </li>
        ))}
      </ol>
    </div>
  )
}

type PaperProps = Pick<BookDetailsProps, 'quarter' | 'address'> & {
  part: BookPart
  place: PlaceInPaper | undefined
}

function Paper({ quarter, part, place, address }: PaperProps) {
  return (
    <>
      {place ? <PaperLink {...{ quarter, place, address }} /> : <span>{part.title}</span>}
      <span className={styles.soft}>
        Page {part.page}
        {part.reason !== undefined && `: ${isolated(part.reason)}`}
      </span>
    </>
  )
}

type PaperLinkProps = Pick<BookDetailsProps, 'quarter' | 'address'> & { place: PlaceInPaper }

function PaperLink({ quarter, place, address }: PaperLinkProps) {
  const leaveFor = useLeaveBook(address)
  const paper = usePaperOf(quarter, { ...place, page: undefined })
  if (!paper) return <span>{place.name}</span>
  return (
    <Link
      {...leaveFor(meetingsPaths.material(quarter, place.type, paper))}
      className={styles.paper}
    >
      {place.name}
    </Link>
  )
}
