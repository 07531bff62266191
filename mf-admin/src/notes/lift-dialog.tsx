import { destructionNoticeDays, type NotesPolicy } from '@portal/contract/notes-policy'
import { daysText, heldNotesText } from '@portal/domain/notes-rule'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { usePolicyChange } from './notes-policy-queries.ts'
import { messageTime } from './notes-policy-words.ts'
import { OvertakenPolicy } from './overtaken-policy.tsx'

type Hold = NotesPolicy['holds'][number]
type LiftDialogProps = { seen: NotesPolicy; hold: Hold; onClose: () => void; onLifted: () => void }

export function LiftDialog({ seen, hold, onClose, onLifted }: LiftDialogProps) {
  const { toast } = usePortal()
  const change = usePolicyChange(seen, () => {
    toast('The hold is lifted.', { kind: 'good', duration: messageTime })
    onLifted()
  })
  const { days, holds } = change.known
  return (
    <ActDialog
      of={change}
      title="Lift this hold?"
      verb="Lift the hold"
      danger
      onConfirm={() =>
        void change.save({ days, holds: holds.filter((one) => !isSameHold(one, hold)) })
      }
      onClose={onClose}
    >
      <OvertakenPolicy before={seen} now={change.known} />
      <p>
        <strong>{heldNotesText(hold.quarter)}</strong> are on hold: {isolated(hold.reason)}
      </p>
      <p>
        {days === undefined
          ? 'No rule destroys notes at present. If one is set, it applies to them again.'
          : `They are then destroyed by the rule again, in ${daysText(destructionNoticeDays)} at the earliest. Members see a notice until then.`}
      </p>
    </ActDialog>
  )
}

function isSameHold(one: Hold, other: Hold): boolean {
  return heldNotesText(one.quarter) === heldNotesText(other.quarter) && one.reason === other.reason
}
