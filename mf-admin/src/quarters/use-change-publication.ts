import { isApiError } from '@portal/contract/client'
import type { Publication } from '@portal/contract/quarters'
import { quarterId } from '@portal/domain/ids'
import { quarterName } from '@portal/domain/quarter'
import { errorMessage, isEditConflict } from '../shared/error-message.ts'
import { useUndoableToast } from '../shared/undo/use-undo.ts'
import { useAct } from '../shared/use-act.ts'
import { useSetPublication } from './publication-queries.ts'

const words = {
  published: { what: 'quarter published', done: 'is published' },
  preparation: { what: 'quarter put in preparation', done: 'is in preparation again' },
}

/** Changes whether members see a quarter, with a message that can undo it. */
export function useChangePublication(publication: Publication, onDone: () => void) {
  const toast = useUndoableToast()
  const change = useAct(useSetPublication(), {
    done: (stored, { state }) => {
      const { what, done } = words[state]
      const subject = `quarter-${quarterId(stored)}`
      toast(`${quarterName(stored)} ${done}`, [{ subject, what }], { kind: 'good' })
      onDone()
    },
    failure: sentenceOf,
  })
  return { ...change, to: (state: Publication['state']) => void change.act({ publication, state }) }
}

function sentenceOf(error: unknown): string {
  if (isApiError(error) && isEditConflict(error)) {
    return 'Someone else has changed this meanwhile. Close this and look at what the quarter is now.'
  }
  return errorMessage(error) ?? 'This could not be saved. Please try again.'
}
