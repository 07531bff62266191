import type { Call } from '@portal/contract/client'
import { listDirectory } from '@portal/contract/directory'
import { queryOptions } from '@portal/remote-kit/query'
import { directoryCopy } from '../directory-copy.ts'
import { sharedKey } from './shared-key.ts'

/** How long members read the directory without a refetch, in ms (specification, section 9). */
const lifetime = 5 * 60_000

export const directoryKey = sharedKey(['directory'])

/** Board and staff. */
export function directoryQuery(call: Call) {
  return queryOptions({
    queryKey: directoryKey,
    queryFn: ({ signal }) => call(listDirectory, {}, { signal }),
  })
}

/** The same for members: a reload paints what this tab read last, and refetches once that is stale. */
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
