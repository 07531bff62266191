import type { ReleasePointer } from '@portal/contract/pointers'
import { useState } from 'react'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { MovedMeanwhile, ReasonField } from './move-dialog-parts.tsx'

import { releaseSentences } from './releases-sentences.ts'
import { useMove } from './use-move.ts'

type StopDialogProps = { pointer: ReleasePointer; onClose: () => void }

/** Stops a part of the portal for everyone immediately; unlike a denial, this can be undone. */
export function StopDialog({ pointer, onClose }: StopDialogProps) {
  const [reason, setReason] = useState('')
  const move = useMove(pointer, onClose)
  const { remote, lastGood } = move.known
  return (
    <FormDialog
      title={`Emergency Stop of ${remote}`}
      verb={`Stop ${remote} for everyone`}
      danger
      unsaved={reason !== ''}
      busy={move.busy}
      disabled={reason.trim() === ''}
      refused={move.refused}
      onSubmit={() => void move.send({ kind: 'stop' }, reason, releaseSentences.stopped(remote))}
      onClose={onClose}
    >
      <MovedMeanwhile before={move.replaced} now={move.known} by={move.replacedBy} />
      <p>
        Nobody is served any release of <strong>{remote}</strong> from their next load on, members
        and admins alike. Its entries stay in the menu, and its pages say: <q>{memberSentence}</q>
      </p>
      <p>
        Tabs that are open keep what they run until they load again. Start Again undoes it.
        {lastGood[0] !== undefined &&
          ` If ${lastGood[0]} still works, rolling back to it is the smaller step.`}
      </p>
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

/** Ends an emergency stop. */
export function StartAgainDialog({ pointer, onClose }: StopDialogProps) {
  const [reason, setReason] = useState('')
  const move = useMove(pointer, onClose)
  const { remote, stable, candidate } = move.known
  return (
    <FormDialog
      title={`Start ${remote} again`}
      verb="Start Again"
      unsaved={reason !== ''}
      busy={move.busy}
      disabled={reason.trim() === ''}
      refused={move.refused}
      onSubmit={() =>
        void move.send({ kind: 'resume' }, reason, releaseSentences.startedAgain(remote))
      }
      onClose={onClose}
    >
      <MovedMeanwhile before={move.replaced} now={move.known} by={move.replacedBy} />
      <p>
        {stable === undefined
          ? `${remote} has no stable release: it runs for those who try its candidate.`
          : `Everyone runs ${stable} at their next load.`}
        {candidate && ` Its candidate ${candidate.release} is tried again as before.`}
      </p>
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

/** The shell's text. */
const memberSentence =
  'This part of the portal is switched off for the moment. Your Board Liaison can tell you more.'
