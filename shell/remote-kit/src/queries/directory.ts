import type { Call } from '../client.ts'
import {
  type DirectoryEntry,
  listDirectory,
  listPeople,
  type PeoplePage,
} from '@portal/contract/directory'
import { queryOptions } from '@portal/remote-kit/query'
import { directoryCopy, peopleCopy } from '../directory-copy.ts'
import { sharedKey } from './shared-key.ts'

/** How long members read the directory without a refetch, in ms (specification, section 9). */
const lifetime = 5 * 60_000

/** Invalidating it reaches the pages of people, too. */
export const directoryKey = sharedKey(['directory'])

/** Everybody of board and staff: for admins, because it grows with the foundation. */
export function directoryQuery(call: Call) {
  return queryOptions({
    queryKey: directoryKey,
    queryFn: ({ signal }) => call(listDirectory, {}, { signal }),
  })
}

/** The directory as this tab last read it. Members' screens use `peopleQuery`, which doesn't grow. */
export function storedDirectoryQuery(call: Call, uid: string) {
  return queryOptions({
    queryKey: directoryKey,
    queryFn: async ({ signal }) => {
      const entries = await call(listDirectory, {}, { signal })
      directoryCopy.keep(uid, entries)
      return entries
    },
    staleTime: lifetime,
    ...directoryCopy.initial(uid),
  })
}

type PeopleFilter = { search?: string | undefined; type?: DirectoryEntry['type'] | undefined }

/**
 * The people of the first pages, by name: of everybody, or of those that the API finds. One page more requests that page
 * alone. A reload paints everybody's first page as this tab last read it, and refetches it once that is stale.
 */
export function peopleQuery(
  call: Call,
  { uid, search = '', type, pages = 1 }: PeopleFilter & { uid: string; pages?: number },
) {
  const filter = { ...(search !== '' && { search }), ...(type && { type }) }
  const isKept = search === '' && type === undefined && pages === 1
  return queryOptions({
    queryKey: sharedKey(['directory', 'people', search, type ?? '', pages]),
    queryFn: async ({ signal, client }): Promise<PeoplePage> => {
      if (pages === 1) {
        const page = await call(listPeople, { query: filter }, { signal })
        if (isKept) peopleCopy.keep(uid, page)
        return page
      }
      const before = await client.fetchQuery(
        peopleQuery(call, { uid, ...filter, pages: pages - 1 }),
      )
      if (before.next === undefined) return before
      const after = { ...filter, after: before.next }
      const page = await call(listPeople, { query: after }, { signal })
      return { ...page, people: [...before.people, ...page.people] }
    },
    staleTime: lifetime,
    ...(isKept && peopleCopy.initial(uid)),
  })
}
