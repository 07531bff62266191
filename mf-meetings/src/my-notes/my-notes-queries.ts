import type { Call } from '@portal/contract/client'
import { placedNotes } from '@portal/contract/listed-notes'
import { getNotes, type ListedNote } from '@portal/contract/notes'
import { queryOptions } from '@portal/remote-kit/query'
import { myNotesKey } from '../shared/listed-notes-query.ts'

/**
 * A paper's notes in the version that the portal shows; null if it can't be read any more. The key names the notes'
 * revisions, because a note that was saved later isn't among those that were placed.
 */
export function placedNotesQuery(call: Call, documentId: string, listed: readonly ListedNote[]) {
  const revisions = listed.map(({ note }) => [note.id, note.revision])
  return queryOptions({
    queryKey: [...myNotesKey, 'placed', documentId, revisions],
    queryFn: async ({ signal }) => {
      const placed = await placedNotes(listed, (id) =>
        call(getNotes, { params: { id } }, { signal }),
      )
      return placed.get(documentId) ?? null
    },
  })
}
