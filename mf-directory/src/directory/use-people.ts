import { peopleAtOnce, type PeoplePage, type DirectoryEntry } from '@portal/contract/directory'
import { countByType, matchingPeople, peopleOfType } from '@portal/domain/directory-people'
import { usePortal } from '@portal/remote-kit/portal'
import { peopleQuery } from '@portal/remote-kit/queries/directory'
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@portal/remote-kit/query'
import { useSettled } from '@portal/remote-kit/use-settled'
import { bodyPeopleQuery } from './bodies-queries.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { useViewInUrl } from '@portal/remote-kit/use-view-in-url'

export type FoundPeople = {
  /** Everybody's first page, which the whole screen waits for. */
  first: UseQueryResult<PeoplePage>
  /** What the shown people come from. */
  query: UseQueryResult
  /** Undefined until they are known. */
  page: PeoplePage | undefined
  more: MorePeople
}

export type MorePeople = ReturnType<typeof useMorePeople>

type PeopleView = Pick<DirectoryView, 'search' | 'side' | 'body'>

/**
 * The people whom the reader searches for. A directory that is one page answers here, also offline; of a larger one the
 * API finds them, and those of the search before stay meanwhile.
 */
export function usePeople({ search, side, body }: PeopleView): FoundPeople {
  const { call, person } = usePortal()
  const { uid } = person
  const first = useQuery(peopleQuery(call, { uid }))
  const all = first.data
  const isWhole = all !== undefined && all.next === undefined
  // The typed text shows at once; the results follow.
  const typed = useDeferredValue(search)
  const matching = useMemo(
    () => (isWhole ? foundIn(all.people, typed, side) : undefined),
    [isWhole, all, typed, side],
  )
  const { settled } = useSettled(search.trim().slice(0, 200))
  const filter = useMemo(() => ({ uid, search: settled, type: typeOf(side) }), [uid, settled, side])
  const more = useMorePeople(filter)
  const searched = useQuery({
    ...peopleQuery(call, { ...filter, pages: more.pages }),
    enabled: all !== undefined && !isWhole,
    placeholderData: keepPreviousData,
  })
  const ofBody = useQuery({ ...bodyPeopleQuery(call, body), enabled: body !== '' })
  const inBody = useMemo(
    () => ofBody.data && foundIn(ofBody.data, typed, side),
    [ofBody.data, typed, side],
  )
  if (body !== '') return { first, query: ofBody, page: inBody, more }
  const query = isWhole || all === undefined ? first : searched
  return { first, query, page: matching ?? (all && searched.data), more }
}

function foundIn(everybody: PeoplePage['people'], search: string, side: Side): PeoplePage {
  const matching = matchingPeople(everybody, search)
  return { people: [...peopleOfType(matching, typeOf(side))], counts: countByType(matching) }
}

type PeopleFilter = Omit<Parameters<typeof peopleQuery>[1], 'pages'>

type Load = { filter: PeopleFilter; pages: number; onLoaded: () => void }

/** How many pages are shown, and further ones: the list grows once they are there. */
function useMorePeople(filter: PeopleFilter) {
  const { call } = usePortal()
  const client = useQueryClient()
  const [loaded, setLoaded] = useState({ filter, pages: 1 })
  const load = useMutation({
    mutationFn: (request: Load) =>
      client.fetchQuery(peopleQuery(call, { ...request.filter, pages: request.pages })),
    onSuccess: (_page, { onLoaded, ...request }) => {
      setLoaded(request)
      onLoaded()
    },
  })
  // The reader may search for others meanwhile.
  const isOfThese = load.variables?.filter === filter
  return {
    pages: loaded.filter === filter ? loaded.pages : 1,
    /** Loads this many people in total, and calls back once they are shown. */
    load: (people: number, onLoaded: () => void) =>
      load.mutate({ filter, pages: Math.ceil(people / peopleAtOnce), onLoaded }),
    isPending: isOfThese && load.isPending,
    error: isOfThese ? load.error : null,
    retry: () => load.variables && load.mutate(load.variables),
  }
}

export type Side = 'all' | DirectoryEntry['type']

export type DirectoryView = ReturnType<typeof useDirectoryView>

/** The directory's search and view, kept in the URL: `?q=chair&type=board&body=finance&view=list`. */
export function useDirectoryView() {
  const { params, set, search, setSearch } = useViewInUrl()
  return {
    search,
    setSearch,
    /** The id of a body; empty for everybody. */
    body: params.get('body') ?? '',
    setBody: (body: string) => set('body', body),
    side: sideOf(params.get('type')),
    setSide: (side: Side) => set('type', side === 'all' ? '' : side),
    shape: params.get('view') === 'list' ? ('list' as const) : ('grid' as const),
    setShape: (shape: 'grid' | 'list') => set('view', shape === 'list' ? shape : ''),
  }
}

/** Undefined for both. */
function typeOf(side: Side): DirectoryEntry['type'] | undefined {
  return side === 'all' ? undefined : side
}

function sideOf(text: string | null): Side {
  return text === 'board' || text === 'staff' ? text : 'all'
}
