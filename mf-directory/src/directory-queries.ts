import type { Call } from '@portal/contract/client'
import { listDirectory } from '@portal/contract/directory'
import { queryOptions } from '@portal/remote-kit/query'

/** How long the directory is good for without asking again, in ms (specification, section 9). */
const fresh = 5 * 60_000

export function directoryQuery(call: Call) {
  return queryOptions({
    queryKey: ['directory'],
    queryFn: ({ signal }) => call(listDirectory, {}, { signal }),
    staleTime: fresh,
  })
}
