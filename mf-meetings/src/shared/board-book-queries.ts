import {
  type BoardBookState,
  getBoardBook,
  makeBoardBook,
  takeBoardBook,
} from '@portal/contract/board-books'
import { type Call, isApiError } from '@portal/contract/client'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { canKeepReading } from '@portal/remote-kit/queries/reading'
import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@portal/remote-kit/query'

/** Options of a board book: with either, the book is personal. */
export type BookOptions = {
  /** The reader's notes. */
  notes: boolean
  /** Only what changed since the reader's copy. */
  changes: boolean
}

export const wholeBook: BookOptions = { notes: false, changes: false }

/** How often a book that is being made is polled, in ms. */
const interval = 1000

const keyOf = ({ year, quarter }: Quarter) => ['meetings', 'board-book', year, quarter]

function boardBookQuery(call: Call, { year, quarter }: Quarter, { notes, changes }: BookOptions) {
  return queryOptions({
    queryKey: [...keyOf({ year, quarter }), { notes, changes }],
    queryFn: ({ signal }) =>
      call(
        getBoardBook,
        { params: { year, quarter }, query: { notes: asText(notes), changes: asText(changes) } },
        { signal },
      ),
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? interval : false),
  })
}

const asText = (flag: boolean) => (flag ? 'true' : 'false')

export type ShownBook = {
  query: UseQueryResult<BoardBookState>
  /** Whether the quarter has nothing to put into a book. */
  isNothing: boolean
  isMaking: boolean
  /** Why it couldn't be made, as a sentence. */
  failure: string | undefined
  /** Makes the book from the current papers. The server continues even if the reader leaves. */
  make: () => void
}

/** A quarter's board book, polled while it is being made. */
export function useBoardBook({ year, quarter }: Quarter, options: BookOptions): ShownBook {
  const { call } = usePortal()
  const client = useQueryClient()
  const book = boardBookQuery(call, { year, quarter }, options)
  const query = useQuery(book)
  const making = useMutation({
    mutationFn: () => call(makeBoardBook, { params: { year, quarter }, body: options }),
    onSuccess: (state) => client.setQueryData(book.queryKey, state),
  })
  const state = query.data?.state
  return {
    query,
    isNothing: isApiError(query.error) && query.error.code === 'notFound',
    isMaking: making.isPending || state === 'making',
    failure: failureOf(making.error, query.data),
    make: () => making.mutate(),
  }
}

/** The message for a book whose state can't be read. */
export function bookFailure(error: Error): string {
  const isRefused = isApiError(error) && error.code === 'notFound'
  return isRefused ? error.message : 'Failed to load the board book'
}

const failed = 'The board book couldn’t be made.'

function failureOf(error: Error | null, data: BoardBookState | undefined): string | undefined {
  if (error) return isApiError(error) ? error.message : failed
  return data?.state === 'failed' ? (data.reason ?? failed) : undefined
}

/**
 * Records which book the reader has taken as their copy. A failure is ignored: the next book that they take is
 * recorded.
 */
export function useTakeBook({ year, quarter }: Quarter): (id: string) => void {
  const { call, person } = usePortal()
  const client = useQueryClient()
  const whole = boardBookQuery(call, { year, quarter }, wholeBook)
  const taking = useMutation({
    mutationFn: (id: string) => call(takeBoardBook, { params: { year, quarter }, body: { id } }),
    onSuccess: (state) => {
      client.setQueryData(whole.queryKey, state)
      // The book of changes since the copy is a different one now.
      return client.invalidateQueries({ queryKey: keyOf({ year, quarter }), refetchType: 'none' })
    },
  })
  return (id) => {
    if (canKeepReading(person)) taking.mutate(id)
  }
}
