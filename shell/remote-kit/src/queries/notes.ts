import type { Call } from '../client.ts'
import { getNotes } from '@portal/contract/notes'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

/** The reader's own notes on a paper, placed in one of its versions. */
export function notesQuery(call: Call, id: string, version: number) {
  return queryOptions({
    queryKey: sharedKey(['documents', id, 'notes', version]),
    async queryFn({ signal }) {
      const pageAfter = (after?: string) =>
        call(getNotes, { params: { id }, query: { version, after } }, { signal })
      const { next: first, ...page } = await pageAfter()
      const notes = [...page.notes]
      for (let next = first; next !== undefined;) {
        const more = await pageAfter(next)
        notes.push(...more.notes)
        next = more.next
      }
      return { ...page, notes }
    },
    staleTime: 5_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.notes.some(({ isPending }) => isPending) ? pendingPause(dataUpdateCount) : false,
  })
}

/** How long to wait for a version to be read before its notes are requested again: from 2 to 30 seconds, in ms. */
export function pendingPause(answers: number): number {
  return Math.min(1_000 * 2 ** answers, 30_000)
}
