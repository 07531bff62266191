import { zoneName } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { TextField } from '@portal/shared-ui/field'
import type { AgendaDraft, AgendaText, DraftProblems } from '../draft/agenda-draft.ts'
import { ClockField } from '../fields/clock-field.tsx'
import { TextAreaField } from '../../shared/text-area-field.tsx'
import styles from './meeting-fields.module.css'
import { withDate } from './new-meeting.ts'

type MeetingFieldsProps = {
  draft: AgendaDraft
  problems: DraftProblems
  /** A new meeting's title names the quarter until it is edited. */
  isNew: boolean
  onChange: (next: AgendaDraft) => void
}

/** The fields of the meeting; Start Time and Time show and edit the same time. */
export function MeetingFields({ draft, problems, isNew, onChange }: MeetingFieldsProps) {
  const { config } = usePortal()
  const zone = zoneName(config.foundation.timeZone)
  const field = (name: AgendaText) => ({
    value: draft[name],
    onChange: (value: string) => onChange({ ...draft, [name]: value }),
    error: problems[name],
  })
  return (
    <div className={styles.fields}>
      <TextField {...field('title')} label="Meeting Title" className={styles.wide} required />
      <TextField
        {...field('date')}
        label="Date"
        type="date"
        min="1970-01-01"
        max="2100-12-31"
        required
        onChange={(date) => onChange(isNew ? withDate(draft, date) : { ...draft, date })}
      />
      <ClockField {...field('time')} label="Start Time" hint={zone} />
      <ClockField {...field('endTime')} label="End Time" />
      <ClockField {...field('time')} label="Time" hint="The same as Start Time" />
      <TextField {...field('location')} label="Location" className={styles.wide} />
      <TextAreaField {...field('description')} label="Description" className={styles.wide} />
    </div>
  )
}
