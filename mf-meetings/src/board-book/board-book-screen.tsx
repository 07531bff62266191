import { Redirect } from '@portal/remote-kit/redirect'
import { useSearchParams, Link } from '@portal/remote-kit/router'
import { meetingsPaths } from '../meetings-paths.ts'
import { useMeeting } from '../shared/meeting-route.ts'
import { WhileReadable } from '../shared/while-readable.tsx'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Book, BookOpen, RefreshCw } from 'lucide-react'
import {
  bookFailure,
  useBoardBook,
  wholeBook,
  type BookOptions,
  useTakeBook,
  type ShownBook,
  copyTaken,
  staleness,
} from '../shared/board-book.ts'
import styles from './board-book.module.css'
import { BookReading } from './book-reading.tsx'
import type { BoardBook, BoardBookState } from '@portal/contract/board-books'
import { useEffect, useEffectEvent, useState } from 'react'

import { Button } from '@portal/shared-ui/button'
import { BoardBookProgress } from '../shared/board-book-progress.tsx'
import { MembersBook } from '../shared/members-board-book.tsx'
import { usePortal } from '@portal/remote-kit/portal'
import { quarterMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { materialsOf } from '../shared/materials-of.ts'

/** A meeting's board book, filling the page. */
export function Component() {
  const meeting = useMeeting()
  if (!meeting) return <Redirect to={meetingsPaths.meetings} />
  return (
    <WhileReadable meeting={meeting}>
      <AskedBook meeting={meeting} />
    </WhileReadable>
  )
}

function AskedBook({ meeting }: { meeting: MeetingRef }) {
  const [search] = useSearchParams()
  const { person } = usePortal()
  if (person.viewsAs) return <NobodysBook meeting={meeting} />
  const number = search.get('number')
  if (number !== null) return <EarlierBook key={number} meeting={meeting} number={Number(number)} />
  const options = {
    changes: search.get('changes') === 'true',
    notes: search.get('notes') === 'true',
  }
  return <NewestBook key={JSON.stringify(options)} meeting={meeting} options={options} />
}

function NobodysBook({ meeting }: { meeting: MeetingRef }) {
  return (
    <BookReading
      meeting={meeting}
      options={wholeBook}
      book={undefined}
      earlier={[]}
      note={undefined}
    >
      <div className={styles.center}>
        <MembersBook />
      </div>
    </BookReading>
  )
}

type EarlierBookProps = { meeting: MeetingRef; number: number }

/** One of the meeting's earlier books, by its number. */
function EarlierBook({ meeting, number }: EarlierBookProps) {
  const { query } = useBoardBook(meeting, wholeBook)
  const { book: newest, earlier = [] } = query.data ?? {}
  const book = [...(newest ? [newest] : []), ...earlier].find(
    (candidate) => candidate.number === number,
  )
  const toNewest = (
    <Link to={meetingsPaths.boardBook(meeting)} replace className={styles.toNewest}>
      Open the newest book
    </Link>
  )
  return (
    <BookReading
      meeting={meeting}
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
          <div className={styles.center}>
            <EmptyState title="This board book isn’t kept any more" icon={<Book aria-hidden />}>
              <p>{toNewest}</p>
            </EmptyState>
          </div>
        )}
      </QueryPanel>
    </BookReading>
  )
}

type NewestBookProps = { meeting: MeetingRef; options: BookOptions }

/** The newest book. One that is finished meanwhile replaces it only when the reader opens it. */
function NewestBook({ meeting, options }: NewestBookProps) {
  const shown = useBoardBook(meeting, options)
  const whole = useBoardBook(meeting, wholeBook).query.data
  const state = shown.query.data
  const [opened, setOpened] = useState<BoardBook>()
  if (!opened && state?.book) setOpened(state.book)
  useCopy(meeting, opened && state && { state: { ...state, book: opened }, options, whole })

  return (
    <BookReading
      meeting={meeting}
      options={options}
      book={opened}
      earlier={whole?.earlier ?? []}
      note={
        opened && state ? (
          <NewerBookNote
            {...{ meeting, options, shown, state }}
            book={opened}
            onOpen={() => setOpened(state.book)}
          />
        ) : undefined
      }
    >
      <QueryPanel
        query={shown.query}
        failure={bookFailure}
        skeleton={<Skeleton height="100%" label="Loading the board book" />}
      >
        {(loaded) => <NoBookYet shown={shown} state={loaded} />}
      </QueryPanel>
    </BookReading>
  )
}

type Taken = {
  state: BoardBookState
  options: BookOptions
  whole: BoardBookState | undefined
}

/** Records the opened book as the reader's copy. */
function useCopy(meeting: MeetingRef, taken: Taken | undefined): void {
  const takeBook = useTakeBook(meeting)
  const copy = taken && copyTaken(taken.state, taken.options, taken.whole)
  const isNew = copy !== undefined && taken?.state.copy?.id !== copy
  const take = useEffectEvent((id: string) => {
    if (isNew) takeBook(id)
  })
  useEffect(() => {
    if (copy !== undefined) take(copy)
  }, [copy])
}

type NoBookYetProps = { shown: ShownBook; state: BoardBookState }

/** Offers to make the book, which opens here once it is made. */
function NoBookYet({ shown, state }: NoBookYetProps) {
  return (
    <div className={styles.center}>
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

type NewerBookNoteProps = {
  meeting: MeetingRef
  options: BookOptions
  shown: ShownBook
  state: BoardBookState
  /** The open book. */
  book: BoardBook
  /** Opens the newest book instead. */
  onOpen: () => void
}

/** Says above a book that papers have changed since it was made, and offers to make or open a newer one. */
function NewerBookNote(props: NewerBookNoteProps) {
  const { meeting, options, shown, state, book, onOpen } = props
  const { call } = usePortal()
  const { data: mappings } = useQuery(quarterMappingsQuery(call, meeting))
  const isCurrent = state.state === 'ready' && state.book?.id === book.id
  const isNewer = state.state === 'ready' && !isCurrent
  const isStale = !isCurrent && !isNewer && !shown.isMaking && shown.failure === undefined
  return (
    <div className={isCurrent ? undefined : styles.note}>
      {isStale && mappings && (
        <>
          <p>{staleness(book, materialsOf(mappings, meeting), options)}</p>
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
