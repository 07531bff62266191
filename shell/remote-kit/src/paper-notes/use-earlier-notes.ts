import { isApiError } from '@portal/contract/client'
import { answerEarlierNotes, type EarlierPaper, type NotesOfPaper } from '@portal/contract/notes'
import { usePortal } from '@portal/remote-kit/portal'
import { notesQuery } from '@portal/remote-kit/queries/notes'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import type { EarlierNotes } from '@portal/shared-ui/shown-notes'
import { notesLogOf } from './notes-log.ts'

/** The reader's notes on the paper that was shown in the same place before, for the viewer. */
export function useEarlierNotes(
  id: string,
  version: number,
  offered: EarlierPaper | undefined,
): EarlierNotes | undefined {
  const { call, person, toast } = usePortal()
  const client = useQueryClient()
  const mutationKey = ['answerEarlierNotes', id]
  const answering = useMutation({
    mutationKey,
    async mutationFn({ earlier, isBrought }: { earlier: string; isBrought: boolean }) {
      // Includes what this device hasn't saved yet.
      await notesLogOf(call, person.uid).send()
      const answer = isBrought ? 'bring' : 'decline'
      return call(answerEarlierNotes, { body: { documentId: id, version, earlier, answer } })
    },
    async onSuccess(notes, { earlier }) {
      const { queryKey } = notesQuery(call, id, version)
      // A response still in flight is older.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, notes)
      void client.invalidateQueries({
        queryKey: notesQuery(call, earlier, version).queryKey.slice(0, 3),
      })
    },
  })
  if (!offered) return undefined
  const { documentId: earlier, paper, notes: count } = offered
  const { isPending, error, variables } = answering
  return {
    paper,
    count,
    isBusy: isPending,
    refused: error && variables?.earlier === earlier ? refusalOf(error) : undefined,
    async answer(isBrought) {
      // Pressed twice, before the button could show that it is busy.
      if (client.isMutating({ mutationKey }) > 0) return false
      const now = await answering.mutateAsync({ earlier, isBrought }).catch(() => undefined)
      if (now && isBrought) toast(broughtWords(count, unplacedIn(now, earlier)), { kind: 'good' })
      return now !== undefined
    },
  }
}

/** How many of the notes from an earlier paper have no place in this one. */
function unplacedIn({ notes }: NotesOfPaper, earlier: string): number {
  const lost = notes.filter(
    ({ note, place, isPending }) => note.target.documentId === earlier && !place && !isPending,
  )
  return lost.length
}

function broughtWords(count: number, unplaced: number): string {
  const brought = count === 1 ? 'Your note was brought along' : `${count} notes were brought along`
  if (unplaced === 0) return brought
  const lost = unplaced === 1 ? 'The passage of one' : `The passages of ${unplaced}`
  const verb = unplaced === 1 ? 'isn’t' : 'aren’t'
  return `${brought}. ${count === 1 ? 'Its passage' : lost} ${verb} in this paper.`
}

function refusalOf(error: Error): string {
  const isRefusal = isApiError(error) && error.isProblem
  return isRefusal ? error.message : 'Your notes are where they were. Please try again.'
}
