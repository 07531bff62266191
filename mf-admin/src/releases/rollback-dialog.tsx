import type { ReleasePointer } from '@portal/contract/pointers'
import { Switch } from '@portal/shared-ui/switch'
import { useState } from 'react'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { MovedMeanwhile } from './moved-meanwhile.tsx'
import { ReasonField } from './reason-field.tsx'
import { releaseSentences } from './releases-sentences.ts'
import { useMove } from './use-move.ts'

type RollbackDialogProps = {
  pointer: ReleasePointer
  channel: 'stable' | 'candidate'
  onClose: () => void
}

/** Takes the candidate back, or puts the newest last good release in the stable one's place. */
export function RollbackDialog({ pointer, channel, onClose }: RollbackDialogProps) {
  const [reason, setReason] = useState('')
  const [anyway, setAnyway] = useState(false)
  const isStable = channel === 'stable'
  const move = useMove(pointer, onClose)
  const { stable = 'nothing', lastGood, candidate, remote } = move.known
  const target = isStable ? lastGood[0] : candidate?.release
  const named = target ?? 'nothing'
  return (
    <FormDialog
      title={isStable ? `Roll back ${remote}` : `Take ${named} back`}
      verb={isStable ? `Roll back to ${named}` : `Take ${named} back`}
      danger
      unsaved={reason !== ''}
      busy={move.busy}
      disabled={reason.trim() === '' || target === undefined}
      refused={move.refused}
      onSubmit={() => {
        const done = isStable
          ? releaseSentences.rolledBack(named)
          : releaseSentences.takenBack(named)
        void move.send({ kind: 'rollback', channel, anyway }, reason, done)
      }}
      onClose={onClose}
    >
      <MovedMeanwhile before={move.replaced} now={move.known} />
      <p>
        {isStable
          ? `Everyone runs ${named} at their next load, instead of ${stable}. No build is needed, and ${stable} can be promoted again.`
          : `People who try ${named} run ${stable} at their next load. It can be promoted again.`}
      </p>
      {isStable && (move.refused !== undefined || anyway) && (
        <Switch
          label={`Roll back to ${named} anyway`}
          checked={anyway}
          onChange={setAnyway}
          showLabel
        />
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
