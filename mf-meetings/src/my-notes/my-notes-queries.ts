import type { Call } from '@portal/contract/client'
import { everyNote, notedPapers, placedNotes } from '@portal/contract/listed-notes'
import { getNotes, type ListedNote, listNotes } from '@portal/contract/notes'
import { queryOptions } from '@portal/remote-kit/query'
import { myNotesKey } from './listed-notes-query.ts'

/** All of the reader's notes by paper. Theirs alone. */
export function myNotesQuery(call: Call) {
  return queryOptions({
    queryKey: myNotesKey,
    queryFn: async ({ signal }) => {
      const listed = await listedNotes(call, signal)
      const placed = await placedNotes(listed, (id) =>
        call(getNotes, { params: { id } }, { signal }),
      )
      return notedPapers(listed, placed)
    },
  })
}

export function listedNotes(call: Call, signal: AbortSignal): Promise<ListedNote[]> {
  return everyNote((after) => call(listNotes, { query: { after } }, { signal }))
}
