import { noteHoldLimits, type NotesPolicy } from '@portal/contract/notes-policy'
import { currentQuarter, parseQuarter, quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { SelectField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { useOfferedYears } from '../shared/use-offered-years.ts'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { TextAreaField } from '../shared/text-area-field.tsx'
import { usePolicyChange } from './notes-policy-queries.ts'
import { messageTime } from './notes-policy-words.ts'
import { OvertakenPolicy } from './overtaken-policy.tsx'

type HoldDialogProps = { seen: NotesPolicy; onClose: () => void }

/** Places a legal hold on the notes on a quarter's papers, or on all notes. */
export function HoldDialog({ seen, onClose }: HoldDialogProps) {
  const { config, toast } = usePortal()
  const now = currentQuarter(config.foundation.timeZone)
  const years = useOfferedYears(now, now)
  const [held, setHeld] = useState('')
  const [reason, setReason] = useState('')
  const change = usePolicyChange(seen, () => {
    toast('The notes are on hold.', { kind: 'good', duration: messageTime })
    onClose()
  })
  const { days, holds } = change.known
  const length = reason.trim().length
  const quarters = years.flatMap((year) => [4, 3, 2, 1].map((quarter) => ({ year, quarter })))
  const submit = () => {
    const [year, number] = held.split('-')
    const quarter = parseQuarter(year, number)
    const hold = { ...(quarter && { quarter }), reason: reason.trim() }
    void change.save({ days, holds: [...holds, hold] })
  }
  return (
    <FormDialog
      title="Add a legal hold"
      verb="Hold the notes"
      unsaved={held !== '' || reason !== ''}
      busy={change.busy}
      disabled={length === 0 || length > noteHoldLimits.reason}
      refused={change.refused}
      onSubmit={submit}
      onClose={onClose}
    >
      <OvertakenPolicy before={seen} now={change.known} />
      <SelectField
        label="Notes on hold"
        value={held}
        onChange={setHeld}
        options={[
          { value: '', label: 'All notes' },
          ...quarters.map((one) => ({
            value: `${one.year}-${one.quarter}`,
            label: `Notes on papers of ${quarterName(one)}`,
          })),
        ]}
      />
      <TextAreaField
        label="Reason"
        value={reason}
        onChange={setReason}
        maxLength={noteHoldLimits.reason}
        hint="Required: members read why their notes are kept."
      />
    </FormDialog>
  )
}
