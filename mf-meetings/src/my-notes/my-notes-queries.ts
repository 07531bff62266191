import type { Call } from '@portal/contract/client'
import { everyNote, notedPapers, placedNotes } from '@portal/contract/listed-notes'
import { getNotes, listNotes } from '@portal/contract/notes'
import { queryOptions } from '@portal/remote-kit/query'

export const myNotesKey = ['meetings', 'my-notes']

/** All of the reader's notes by paper. Theirs alone. */
export function myNotesQuery(call: Call) {
  return queryOptions({
    queryKey: myNotesKey,
    queryFn: async ({ signal }) => {
      const listed = await everyNote((after) => call(listNotes, { query: { after } }, { signal }))
      const placed = await placedNotes(listed, (id) =>
        call(getNotes, { params: { id } }, { signal }),
      )
      return notedPapers(listed, placed)
    },
  })
}
