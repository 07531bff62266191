import type { ReleasePointer } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { useState } from 'react'
import { useEndRights } from '../shared/rights/admin-rights.ts'
import {
  type Move,
  newerVersionIn,
  releaseErrorMessage,
  useMoveRelease,
} from './release-queries.ts'
import { releaseMessageTime } from './releases-sentences.ts'

type Wish =
  | Pick<Move & { kind: 'promote' }, 'kind' | 'release' | 'step' | 'anyway'>
  | Pick<Move & { kind: 'rollback' }, 'kind' | 'channel' | 'anyway'>
  | Pick<Move & { kind: 'deny' }, 'kind' | 'release'>
  | Pick<Move & { kind: 'approve' }, 'kind' | 'release' | 'step'>
  | { kind: 'stop' | 'resume' }

/**
 * Moves a pointer from the seen state. If somebody else has moved it meanwhile, only a message is shown.
 */
export function useMove(pointer: ReleasePointer, onDone: () => void) {
  const { toast } = usePortal()
  const move = useMoveRelease()
  const endRights = useEndRights()
  // The pointer in the dialog: as seen, and after a refusal its current state. The screen behind it
  // keeps refreshing.
  const [seen] = useState(pointer)
  const [known, setKnown] = useState(pointer)
  const [refused, setRefused] = useState<string>()

  /** `done`: the message afterwards. */
  const send = async (wish: Wish, reason: string, done: string) => {
    if (move.isPending) return
    setRefused(undefined)
    const { remote, revision } = known
    try {
      await move.mutateAsync({
        ...wish,
        remote,
        revision: revision === 0 ? 'new' : revision,
        reason: reason.trim(),
      })
      toast(done, { kind: 'good', duration: releaseMessageTime })
      onDone()
    } catch (error) {
      if (endRights(error)) return
      const now = newerVersionIn(error)?.pointer
      if (now) setKnown(now)
      else setRefused(releaseErrorMessage(error))
    }
  }
  return { known, replaced: known === seen ? undefined : seen, refused, busy: move.isPending, send }
}
