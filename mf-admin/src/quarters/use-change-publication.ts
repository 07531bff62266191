import { isApiError } from '@portal/contract/client'
import type { Publication } from '@portal/contract/quarters'
import { quarterId } from '@portal/domain/ids'
import { quarterName } from '@portal/domain/quarter'
import { errorMessage, isEditConflict } from '../shared/error-message.ts'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import { useUndoableToast } from '../shared/undo/use-undo.ts'
import { useSetPublication } from './publication-queries.ts'

const words = {
  published: { what: 'quarter published', done: 'is published' },
  preparation: { what: 'quarter put in preparation', done: 'is in preparation again' },
}

/** Changes whether members see a quarter, with a message that can undo it. */
export function useChangePublication(publication: Publication, onDone: () => void) {
  const change = useSetPublication()
  const toast = useUndoableToast()
  const endRights = useEndRights()
  const to = (state: Publication['state']) =>
    change.mutate(
      { publication, state },
      {
        onSuccess: (stored) => {
          const { what, done } = words[state]
          const subject = `quarter-${quarterId(stored)}`
          toast(`${quarterName(stored)} ${done}`, [{ subject, what }], { kind: 'good' })
          onDone()
        },
        onError: (error) => void endRights(error),
      },
    )
  return {
    to,
    busy: change.isPending,
    refused: change.error ? sentenceOf(change.error) : undefined,
  }
}

function sentenceOf(error: Error): string {
  if (isApiError(error) && isEditConflict(error)) {
    return 'Someone else has changed this meanwhile. Close this and look at what the quarter is now.'
  }
  return errorMessage(error) ?? 'This could not be saved. Please try again.'
}
