import { type ReleasePointer, releasePointer } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { useRevisedSave, storedIn } from '../shared/use-act.ts'
import { type Move, releaseErrorMessage, useMoveRelease } from './release-queries.ts'
import { releaseMessageTime } from './releases-sentences.ts'
import { useRef } from 'react'

type Wish =
  | Pick<Move & { kind: 'promote' }, 'kind' | 'release' | 'step' | 'anyway'>
  | Pick<Move & { kind: 'rollback' }, 'kind' | 'channel' | 'anyway'>
  | Pick<Move & { kind: 'deny' }, 'kind' | 'release'>
  | Pick<Move & { kind: 'approve' }, 'kind' | 'release' | 'step'>
  | { kind: 'stop' | 'resume' }

/**
 * Moves a pointer from the state on the screen. If somebody else has moved it meanwhile, only a message is shown.
 */
export function useMove(pointer: ReleasePointer, onDone: () => void) {
  const { toast } = usePortal()
  const message = useRef('')
  const move = useRevisedSave(pointer, useMoveRelease(), {
    done: () => {
      toast(message.current, { kind: 'good', duration: releaseMessageTime })
      onDone()
    },
    failure: releaseErrorMessage,
    newerIn: (error) => storedIn(releasePointer, error),
  })
  return {
    ...move,
    /** `done`: the message afterwards. */
    send: async (wish: Wish, reason: string, done: string) => {
      message.current = done
      const { remote, revision } = move.known
      await move.act({
        ...wish,
        remote,
        revision: revision === 0 ? 'new' : revision,
        reason: reason.trim(),
      })
    },
  }
}
