import type { BoardBook, BookPart } from '@portal/contract/board-books'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { useOpenedPage } from '@portal/remote-kit/use-opened-version'
import { useReadingLog } from '@portal/remote-kit/use-reading-log'
import { DocumentViewer } from '@portal/shared-ui/document-viewer'
import { ReadingView } from '@portal/shared-ui/reading-view'
import { type ReactNode, useState, type MouseEvent } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { BackLink } from '../shared/back-link.tsx'
import {
  bookDocument,
  type BookOptions,
  bookTitle,
  partAt,
  bookContent,
  bookFacts,
  isPaper,
} from '../shared/board-book.ts'

import { usePrintAsked } from '../shared/print-on-arrival.ts'
import styles from './board-book.module.css'
import { isolated } from '@portal/domain/shown-text'
import { Link, useLocation, useNavigate } from '@portal/remote-kit/router'
import { EarlierBooks } from '../shared/earlier-books.tsx'
import { openedFrom } from '@portal/remote-kit/opened-from'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { FileText } from 'lucide-react'
import { origins } from '../shared/meeting-route.ts'
import { useReadMeetingAgain } from '../shared/while-readable.tsx'
import { useMeetingName } from '../shared/meeting-name.ts'
import { materialsOf } from '../shared/materials-of.ts'
import { quarterMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'

type BookReadingProps = {
  meeting: MeetingRef
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
  const { meeting, options, number, book, earlier, note, children } = props
  const askedPage = useOpenedPage()
  // The address is updated to the current page only when the reader leaves.
  const [firstPage] = useState(askedPage)
  const [page, setPage] = useState(firstPage ?? 1)
  const prints = usePrintAsked()
  const onRefused = useReadMeetingAgain()
  const part = book && partAt(book.parts, page)
  const place = part && placeInPaper(part, page, options)
  const onSeen = useSeenInBook(part, options)
  const address = meetingsPaths.boardBook(meeting, { ...options, number, page })
  const title = bookTitle(useMeetingName(meeting), options, {
    isOfQuarter: isQuarterly(meeting),
  })
  return (
    <ReadingView
      paper={`${title} ${book?.id ?? ''}`}
      title={title}
      about={part && (place?.text ?? part.title)}
      back={<BackLink meeting={meeting} />}
      onSearch={usePortal().openSearch}
      neighbours={place && <OpenPaper meeting={meeting} place={place} address={address} />}
      list={
        book && {
          kind: 'details',
          title: 'About this book',
          content: <BookDetails {...{ meeting, options, book, earlier, address }} />,
        }
      }
    >
      {book ? (
        <div className={styles.book}>
          {note}
          <DocumentViewer
            document={bookDocument(meeting, book, title)}
            height="100%"
            flush
            page={firstPage}
            onPage={setPage}
            onSeen={onSeen}
            prints={prints}
            onRefused={onRefused}
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
  const isLogged = part?.kind === 'paper' && part.documentId !== undefined && !changes
  const log = useReadingLog(isLogged ? { id: part.documentId!, version: part.version } : undefined)
  if (!log || !part) return undefined
  return (pages: readonly number[], seconds: number) => {
    const own = pages.map((page) => page - part.page + 1)
    const seen = own.filter((page) => page >= 1 && page <= part.pages)
    if (seen.length > 0) log(seen, seconds)
  }
}

type BookDetailsProps = {
  meeting: MeetingRef
  options: BookOptions
  book: BoardBook
  earlier: BoardBook[]
  /** The book's address at the reader's page. */
  address: string
}

/** What the open book contains, and the meeting's other books. */
function BookDetails({ meeting, options, book, earlier, address }: BookDetailsProps) {
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
      <EarlierBooks meeting={meeting} earlier={others} step={{ replace: true, state }} />
      <h2 className={styles.heading}>Papers in this book</h2>
      <ol className={styles.papers}>
        {parts.filter(isPaper).map((part) => (
          <li key={part.page}>
            <Paper {...{ meeting, part, address }} place={placeInPaper(part, part.page, options)} />
          </li>
        ))}
      </ol>
    </div>
  )
}

type PaperProps = Pick<BookDetailsProps, 'meeting' | 'address'> & {
  part: BookPart
  place: PlaceInPaper | undefined
}

function Paper({ meeting, part, place, address }: PaperProps) {
  return (
    <>
      {place ? <PaperLink {...{ meeting, place, address }} /> : <span>{part.title}</span>}
      <span className={styles.soft}>
        Page {part.page}
        {part.reason !== undefined && `: ${isolated(part.reason)}`}
      </span>
    </>
  )
}

type PaperLinkProps = Pick<BookDetailsProps, 'meeting' | 'address'> & { place: PlaceInPaper }

function PaperLink({ meeting, place, address }: PaperLinkProps) {
  const leaveFor = useLeaveBook(address)
  const paper = usePaperOf(meeting, { ...place, page: undefined })
  if (!paper) return <span>{place.name}</span>
  return (
    <Link
      {...leaveFor(meetingsPaths.material(meeting, place.type, paper))}
      className={styles.paper}
    >
      {place.name}
    </Link>
  )
}

type OpenPaperProps = {
  meeting: MeetingRef
  place: PlaceInPaper
  /** The book's address at the current page. */
  address: string
}

/** Links from a page of the book to its paper, whose Back returns to this page. */
function OpenPaper({ meeting, place, address }: OpenPaperProps) {
  const leaveFor = useLeaveBook(address)
  const paper = usePaperOf(meeting, place)
  if (!paper) return null
  const to = meetingsPaths.material(meeting, place.type, paper)
  return (
    <Link {...leaveFor(to)} className={`${buttonStyle('quiet')} ${styles.openPaper}`}>
      <FileText aria-hidden />
      <span className={styles.openWords}>Open this paper</span>
      <VisuallyHidden>: {isolated(place.name)}</VisuallyHidden>
    </Link>
  )
}

/** A link from the book to a paper. The book's address first follows the reader, so that Back leads to this page. */
function useLeaveBook(address: string) {
  const { state } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  return (to: string) => ({
    to,
    onClick: (event: MouseEvent) => {
      // Another tab or window opens the paper there.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      void (async () => {
        await navigate(address, { replace: true, state })
        await navigate(to, { state: openedFrom(origins.book(address)) })
      })()
    },
  })
}

/**
 * The page and version to open a paper at. If its slot has a different file now, that file opens at its start.
 * Undefined if the slot is no longer shown.
 */
function usePaperOf(
  meeting: MeetingRef,
  { type, documentId, version, page }: Omit<PlaceInPaper, 'name' | 'text'>,
): { page?: number | undefined; version?: number | undefined } | undefined {
  const { call } = usePortal()
  const { data } = useQuery(quarterMappingsQuery(call, meeting))
  const mapping =
    data && materialsOf(data, meeting).find((material) => material.type === type)?.mapping
  if (!mapping) return undefined
  if (mapping.document?.id !== documentId) return {}
  return { page, ...(version === mapping.document?.version ? {} : { version }) }
}

/** The paper and the page that a page of a book comes from. */
type PlaceInPaper = {
  type: string
  name: string
  documentId: string | undefined
  version: number | undefined
  /** The page in the paper, from 1; unknown in a book of changes, which has only some pages. */
  page: number | undefined
  /** "Budget vs Actual, page 3 of 12" */
  text: string
}

/** Undefined for the cover, the contents and the agenda. */
function placeInPaper(
  part: BookPart,
  page: number,
  { changes }: BookOptions,
): PlaceInPaper | undefined {
  const { title, materialType, documentId, version } = part
  if (!isPaper(part) || materialType === undefined) return undefined
  const isCopied = part.kind === 'paper' && !changes
  const own = isCopied ? page - part.page + 1 : undefined
  const text = own === undefined ? title : `${isolated(title)}, page ${own} of ${part.pages}`
  return { type: materialType, name: title, documentId, version, page: own, text }
}
