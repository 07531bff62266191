import type { Call } from '@portal/remote-kit/client'
import { everyNote } from '@portal/domain/listed-notes'
import { type ListedNote, listNotes } from '@portal/contract/notes'

export function listedNotes(call: Call, signal: AbortSignal): Promise<ListedNote[]> {
  return everyNote((after) => call(listNotes, { query: { after } }, { signal }))
}
