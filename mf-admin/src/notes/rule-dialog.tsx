import { destructionNoticeDays, type NotesPolicy } from '@portal/contract/notes-policy'
import { daysText } from '@portal/domain/notes-rule'
import { OlderBackups } from '@portal/remote-kit/older-backups'
import { usePortal } from '@portal/remote-kit/portal'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { useState } from 'react'
import bodyStyles from '../shared/dialogs/dialog-body.module.css'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { usePolicyChange } from './notes-policy-queries.ts'
import { isEarlier, messageTime, OvertakenPolicy } from './notes-policy-words.tsx'
import styles from './notes-policy-screen.module.css'

type RuleDialogProps = { seen: NotesPolicy; onClose: () => void }

/** The API's maximum: ten years. */
const most = 3650
/** The default when the rule is switched on. */
const usualDays = '30'

const options = [
  { value: 'kept', label: 'Kept until their owners remove them' },
  { value: 'destroyed', label: 'Destroyed some days after the meeting' },
]

/** Switches the destruction of notes on or off, and sets its days; asks before notes are destroyed earlier. */
export function RuleDialog({ seen, onClose }: RuleDialogProps) {
  const { toast } = usePortal()
  const [what, setWhat] = useState(seen.days === undefined ? 'kept' : 'destroyed')
  const [typed, setTyped] = useState(seen.days === undefined ? usualDays : String(seen.days))
  const [isAsked, setAsked] = useState(false)
  const change = usePolicyChange(seen, () => {
    toast('The rule for notes is saved.', { kind: 'good', duration: messageTime })
    onClose()
  })
  const isGood = what === 'kept' || isWholeDays(typed)
  const days = what === 'kept' ? undefined : Number(typed)

  const save = async () => {
    await change.save({ days, holds: change.known.holds })
    setAsked(false)
  }
  const submit = () => {
    if (isEarlier(days, change.known.days)) setAsked(true)
    else void save()
  }

  return (
    <FormDialog
      title="When notes are destroyed"
      verb="Save the rule"
      unsaved={days !== seen.days}
      busy={change.busy}
      disabled={!isGood || (days === seen.days && !change.replaced)}
      refused={change.refused}
      onSubmit={submit}
      onClose={onClose}
    >
      <OvertakenPolicy before={seen} now={change.known} by={change.replacedBy} />
      <SelectField label="Notes are" value={what} onChange={setWhat} options={options} />
      {what === 'destroyed' && (
        <TextField
          className={styles.days}
          label="Days after the meeting"
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          step={1}
          value={typed}
          onChange={setTyped}
          error={isGood ? undefined : 'A whole number from 1 to 3,650, which is ten years'}
          hint="Of a paper in several quarters, the last meeting counts. A note written after it is kept for as many days."
        />
      )}
      <ConfirmDialog
        open={isAsked}
        title="Destroy everyone’s notes by this rule?"
        verb={`Destroy notes after ${daysText(days ?? 0)}`}
        danger
        busy={change.busy}
        onConfirm={() => void save()}
        onCancel={() => setAsked(false)}
      >
        <div className={bodyStyles.body}>
          <p>
            Everything that readers have highlighted, written and drawn on the papers of a meeting
            is destroyed {daysText(days ?? 0)} after it. That can’t be undone, and also applies to
            past meetings.
          </p>
          <p>
            The first notes are destroyed in {daysText(destructionNoticeDays)} at the earliest.
            Until then, members see a notice and can export theirs.
          </p>
          <OlderBackups what="destroyed notes" isLater />
        </div>
      </ConfirmDialog>
    </FormDialog>
  )
}

function isWholeDays(typed: string): boolean {
  return /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most
}
