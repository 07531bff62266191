import type { Call } from '@portal/contract/client'
import { getNotes } from '@portal/contract/notes'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

/** The reader's own notes on a paper, placed in one of its versions. */
export function notesQuery(call: Call, id: string, version: number) {
  return queryOptions({
    queryKey: sharedKey(['documents', id, 'notes', version]),
    queryFn: ({ signal }) => call(getNotes, { params: { id }, query: { version } }, { signal }),
    staleTime: 5_000,
  })
}
