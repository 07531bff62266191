import { listMeetings } from '@portal/contract/all-meetings'
import {
  destructionNoticeDays,
  type NotesPolicy,
  noteHoldLimits,
} from '@portal/contract/notes-policy'
import { dayAfter, shortDayText, todayIn } from '@portal/domain/days'
import { isQuarterly, meetingId, meetingOf } from '@portal/domain/meeting-ref'
import { daysText, heldNotesText } from '@portal/domain/notes-rule'
import { currentQuarter, quarterName } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { SelectField } from '@portal/shared-ui/field'
import { useState } from 'react'
import { ActDialog } from '../shared/dialogs/act-dialog.tsx'
import { FormDialog } from '../shared/dialogs/form-dialog.tsx'
import { adminQuery } from '../shared/queries.ts'
import { TextAreaField } from '../shared/text-area-field.tsx'
import { useOfferedYears } from '../shared/use-offered-years.ts'
import { usePolicyChange } from './notes-policy-queries.ts'
import { type Hold, messageTime, OvertakenPolicy } from './notes-policy-words.tsx'

type HoldDialogProps = { seen: NotesPolicy; onClose: () => void }

/** Places a legal hold on the notes on a meeting's papers, or on all notes. */
export function HoldDialog({ seen, onClose }: HoldDialogProps) {
  const { config, toast } = usePortal()
  const now = currentQuarter(config.foundation.timeZone)
  const today = todayIn(config.foundation.timeZone)
  const years = useOfferedYears(now, now)
  const [held, setHeld] = useState('')
  const [reason, setReason] = useState('')
  const change = usePolicyChange(seen, () => {
    toast('The notes are on hold.', { kind: 'good', duration: messageTime })
    onClose()
  })
  const { days, holds, meetingHolds } = change.known
  const meetings = useOtherMeetings()
  const length = reason.trim().length
  const quarters = years.flatMap((year) => [4, 3, 2, 1].map((quarter) => ({ year, quarter })))
  const submit = () => {
    const of = meetingOf(held)
    const why = { reason: reason.trim() }
    if (of && !isQuarterly(of)) {
      const all = [...sentHolds(meetingHolds), { meeting: of.meeting, ...why }]
      return void change.save({ days, holds, meetingHolds: all })
    }
    void change.save({ days, holds: [...holds, of ? { quarter: of, ...why } : why] })
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
      <OvertakenPolicy before={seen} now={change.known} by={change.replacedBy} />
      <SelectField
        label="Notes on hold"
        value={held}
        onChange={setHeld}
        options={[
          { value: '', label: 'All notes' },
          ...quarters.map((offered) => ({
            value: meetingId(offered),
            label: `Notes on papers of ${quarterName(offered)}`,
          })),
          ...meetings.map(({ id, title, date = '' }) => ({
            value: id,
            label: `Notes on papers of ${title}, ${shortDayText(date, today)}`,
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

type LiftDialogProps = {
  seen: NotesPolicy
  hold: Hold
  onClose: () => void
  onLifted: () => void
}

export function LiftDialog({ seen, hold, onClose, onLifted }: LiftDialogProps) {
  const { toast } = usePortal()
  const change = usePolicyChange(seen, () => {
    toast('The hold is lifted.', { kind: 'good', duration: messageTime })
    onLifted()
  })
  const { days, holds, meetingHolds } = change.known
  const lift = () => {
    if (!hold.meeting) {
      return change.save({ days, holds: holds.filter((other) => !isSameHold(other, hold)) })
    }
    const others = (meetingHolds ?? []).filter((other) => !isSameHold(other, hold))
    return change.save({ days, holds, meetingHolds: sentHolds(others) })
  }
  return (
    <ActDialog
      of={change}
      title="Lift this hold?"
      verb="Lift the hold"
      danger
      onConfirm={() => void lift()}
      onClose={onClose}
    >
      <OvertakenPolicy before={seen} now={change.known} by={change.replacedBy} />
      <p>
        <strong>{heldNotesText(hold.quarter, hold.meeting)}</strong> are on hold:{' '}
        {isolated(hold.reason)}
      </p>
      <p>
        {days === undefined
          ? 'No rule destroys notes at present. If one is set, it applies to them again.'
          : `They are then destroyed by the rule again, in ${daysText(destructionNoticeDays)} at the earliest. Members see a notice until then.`}
      </p>
    </ActDialog>
  )
}

function sentHolds(holds: NotesPolicy['meetingHolds'] = []) {
  return holds.map(({ meeting, reason }) => ({ meeting: meeting.id, reason }))
}

/** The meetings of the last year that aren't quarterly ones, the latest first. */
function useOtherMeetings() {
  const { call, config } = usePortal()
  const today = todayIn(config.foundation.timeZone)
  const query = { from: dayAfter(today, -365), to: today }
  const { data } = useQuery(adminQuery(call, listMeetings, ['admin', 'held meetings'], { query }))
  const others = (data?.meetings ?? []).filter(({ kind }) => kind !== 'quarterly')
  return others.toReversed()
}

function isSameHold(a: Hold, b: Hold): boolean {
  return (
    a.meeting?.id === b.meeting?.id &&
    heldNotesText(a.quarter) === heldNotesText(b.quarter) &&
    a.reason === b.reason
  )
}
