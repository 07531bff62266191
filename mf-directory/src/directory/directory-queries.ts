import type { Call } from '@portal/contract/client'
import { listDirectory } from '@portal/contract/directory'
import { directoryCopy } from '@portal/remote-kit/directory-copy'
import { queryOptions } from '@portal/remote-kit/query'

/** How long the directory is good for without asking again, in ms (specification, section 9). */
const fresh = 5 * 60_000

/** Board and staff. What this tab read last paints first after a reload; it is asked for again once it is stale. */
export function directoryQuery(call: Call, uid: string) {
  return queryOptions({
    queryKey: ['directory'],
    queryFn: async ({ signal }) => {
      const entries = await call(listDirectory, {}, { signal })
      directoryCopy.keep(uid, entries)
      return entries
    },
    staleTime: fresh,
    ...directoryCopy.initial(uid),
  })
}
