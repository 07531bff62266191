import type { BoardBook, BoardBookState } from '@portal/contract/board-books'
import type { Quarter } from '@portal/domain/quarter'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  bookFailure,
  type BookOptions,
  useBoardBook,
  useTakeBook,
  wholeBook,
} from '../shared/board-book-queries.ts'
import { copyTaken } from '../shared/board-book-words.ts'
import { BookReading } from './book-reading.tsx'
import { NewerBookNote } from './newer-book-note.tsx'
import { NoBookYet } from './no-book-yet.tsx'

type NewestBookProps = { quarter: Quarter; options: BookOptions }

/** The newest book. One that is finished meanwhile replaces it only when the reader opens it. */
export function NewestBook({ quarter, options }: NewestBookProps) {
  const shown = useBoardBook(quarter, options)
  const whole = useBoardBook(quarter, wholeBook).query.data
  const state = shown.query.data
  const [opened, setOpened] = useState<BoardBook>()
  if (!opened && state?.book) setOpened(state.book)
  useCopy(quarter, opened && state && { state: { ...state, book: opened }, options, whole })

  return (
    <BookReading
      quarter={quarter}
      options={options}
      book={opened}
      earlier={whole?.earlier ?? []}
      note={
        opened && state ? (
          <NewerBookNote
            {...{ quarter, options, shown, state }}
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
        {(found) => <NoBookYet shown={shown} state={found} />}
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
function useCopy(quarter: Quarter, taken: Taken | undefined): void {
  const takeBook = useTakeBook(quarter)
  const copy = taken && copyTaken(taken.state, taken.options, taken.whole)
  const isNew = copy !== undefined && taken?.state.copy?.id !== copy
  const take = useEffectEvent((id: string) => {
    if (isNew) takeBook(id)
  })
  useEffect(() => {
    if (copy !== undefined) take(copy)
  }, [copy])
}
