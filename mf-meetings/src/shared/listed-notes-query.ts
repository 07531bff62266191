import type { Call } from '@portal/remote-kit/client'
import { queryOptions } from '@portal/remote-kit/query'

export const myNotesKey = ['meetings', 'my-notes']

/** All of the reader's notes, without their places. Its schemas load on first use, to keep the dashboard small. */
export function listedNotesQuery(call: Call) {
  return queryOptions({
    queryKey: [...myNotesKey, 'listed'],
    queryFn: async ({ signal }) => {
      const { listedNotes } = await import('./listed-notes.ts')
      return listedNotes(call, signal)
    },
  })
}
