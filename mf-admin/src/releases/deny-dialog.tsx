import type { ReleasePointer } from '@portal/contract/pointers'
import { useState } from 'react'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { MovedMeanwhile } from './moved-meanwhile.tsx'
import { ReasonField } from './reason-field.tsx'
import { releaseSentences } from './releases-sentences.ts'
import { useMove } from './use-move.ts'

type DenyDialogProps = {
  pointer: ReleasePointer
  release: string
  isForAdmins: boolean
  onClose: () => void
}

/** Never offers a release again: unlike a rollback, this is permanent. */
export function DenyDialog({ pointer, release, isForAdmins, onClose }: DenyDialogProps) {
  const [reason, setReason] = useState('')
  const move = useMove(pointer, onClose)
  const { remote, stable, lastGood, candidate } = move.known
  const isOnly = stable === release && lastGood[0] === undefined
  return (
    <FormDialog
      title={`Deny ${release}`}
      verb={`Deny ${release}`}
      danger
      unsaved={reason !== ''}
      busy={move.busy}
      disabled={reason.trim() === '' || isOnly}
      refused={move.refused}
      onSubmit={() =>
        void move.send({ kind: 'deny', release }, reason, releaseSentences.denied(release))
      }
      onClose={onClose}
    >
      <MovedMeanwhile before={move.replaced} now={move.known} />
      <p>
        <strong>{release}</strong> is never offered to anyone again. This can’t be taken back: its
        team publishes another release.
      </p>
      {stable === release && (
        <p>
          {lastGood[0] === undefined
            ? `It is the only release of ${remote} that can run. Publish and promote another one first${isForAdmins ? '' : ', or use the emergency stop'}.`
            : `${lastGood[0]} runs for everyone in its place, or the next last good release where it can’t run here any more.`}
        </p>
      )}
      {candidate?.release === release && stable !== undefined && (
        <p>People who try it run {stable} at their next load.</p>
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
