import type { Call } from '@portal/contract/client'
import { notedPapers, placedNotes } from '@portal/contract/listed-notes'
import { getNotes } from '@portal/contract/notes'
import { queryOptions } from '@portal/remote-kit/query'
import { listedNotes } from '../shared/listed-notes.ts'
import { myNotesKey } from '../shared/listed-notes-query.ts'

/** All of the reader's own notes, by paper. */
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
