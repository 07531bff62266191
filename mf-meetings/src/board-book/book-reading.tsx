import type { BoardBook, BookPart } from '@portal/contract/board-books'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useOpenedPage } from '@portal/remote-kit/use-opened-version'
import { useReadingLog } from '@portal/remote-kit/use-reading-log'
import { DocumentViewer } from '@portal/shared-ui/document-viewer'
import { ReadingView } from '@portal/shared-ui/reading-view'
import { type ReactNode, useState } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { BackLink } from '../shared/back-link.tsx'
import { bookDocument } from '../shared/board-book-file.ts'
import type { BookOptions } from '../shared/board-book-queries.ts'
import { bookTitle, partAt } from '../shared/board-book-words.ts'
import { usePrintAsked } from '../shared/print-on-arrival.ts'
import styles from './board-book.module.css'
import { BookDetails } from './book-details.tsx'
import { OpenPaper } from './open-paper.tsx'
import { placeInPaper } from './place-in-paper.ts'

type BookReadingProps = {
  quarter: Quarter
  options: BookOptions
  /** The number of an earlier book. */
  number?: number
  /** Undefined while there is no book to read. */
  book: BoardBook | undefined
  earlier: BoardBook[]
  /** Shown above the pages. */
  note: ReactNode
  /** Shown in place of the pages while there is no book. */
  children: ReactNode
}

/** A board book that fills the page, with a link from each page to its paper. */
export function BookReading(props: BookReadingProps) {
  const { quarter, options, number, book, earlier, note, children } = props
  const askedPage = useOpenedPage()
  // The address is updated to the current page only when the reader leaves.
  const [firstPage] = useState(askedPage)
  const [page, setPage] = useState(firstPage ?? 1)
  const prints = usePrintAsked()
  const part = book && partAt(book.parts, page)
  const place = part && placeInPaper(part, page, options)
  const onSeen = useSeenInBook(part, options)
  const address = meetingsPaths.boardBook(quarter, { ...options, number, page })
  const title = bookTitle(quarter, options)
  return (
    <ReadingView
      paper={`${title} ${book?.id ?? ''}`}
      title={title}
      about={part && (place?.text ?? part.title)}
      back={<BackLink quarter={quarter} />}
      onSearch={usePortal().openSearch}
      neighbours={place && <OpenPaper quarter={quarter} place={place} address={address} />}
      list={
        book && {
          kind: 'details',
          title: 'About this book',
          content: <BookDetails {...{ quarter, options, book, earlier, address }} />,
        }
      }
    >
      {book ? (
        <div className={styles.book}>
          {note}
          <DocumentViewer
            document={bookDocument(quarter, book, options)}
            height="100%"
            flush
            page={firstPage}
            onPage={setPage}
            onSeen={onSeen}
            prints={prints}
          />
        </div>
      ) : (
        children
      )}
    </ReadingView>
  )
}

/** Logs pages read in the book as pages of their paper; not in a book of changes, which has only some pages. */
function useSeenInBook(part: BookPart | undefined, { changes }: BookOptions) {
  const isPaper = part?.kind === 'paper' && part.documentId !== undefined && !changes
  const log = useReadingLog(isPaper ? { id: part.documentId!, version: part.version } : undefined)
  if (!log || !part) return undefined
  return (pages: readonly number[], seconds: number) => {
    const own = pages.map((page) => page - part.page + 1)
    const seen = own.filter((page) => page >= 1 && page <= part.pages)
    if (seen.length > 0) log(seen, seconds)
  }
}
