import type { ReleasePointer } from '@portal/contract/pointers'
import { usePortal } from '@portal/remote-kit/portal'
import { useState } from 'react'
import { useRightsEnd } from '../shared/rights/admin-rights.ts'
import { type Move, outrunBy, releaseErrorMessage, useMoveRelease } from './release-queries.ts'
import { messageTime } from './releases-sentences.ts'

type Wish =
  | Pick<Move & { kind: 'promote' }, 'kind' | 'release' | 'step' | 'anyway'>
  | Pick<Move & { kind: 'rollback' }, 'kind' | 'channel' | 'anyway'>
  | Pick<Move & { kind: 'deny' }, 'kind' | 'release'>
  | Pick<Move & { kind: 'approve' }, 'kind' | 'release' | 'step'>
  | { kind: 'stop' | 'resume' }

/** Moves a pointer from the one that was seen. Where somebody else was faster nothing happens but that it is told. */
export function useMove(pointer: ReleasePointer, onDone: () => void) {
  const { toast } = usePortal()
  const move = useMoveRelease()
  const endRights = useRightsEnd()
  // What the dialog speaks of: the pointer as it was seen, and after a refusal as it stands now.
  // The screen behind it goes on being refreshed.
  const [seen] = useState(pointer)
  const [known, setKnown] = useState(pointer)
  const [refused, setRefused] = useState<string>()

  /** `done`: what is told when it is. */
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
      toast(done, { kind: 'good', duration: messageTime })
      onDone()
    } catch (error) {
      if (endRights(error)) return
      const now = outrunBy(error)?.pointer
      if (now) setKnown(now)
      else setRefused(releaseErrorMessage(error))
    }
  }
  return { known, outrun: known === seen ? undefined : seen, refused, busy: move.isPending, send }
}
