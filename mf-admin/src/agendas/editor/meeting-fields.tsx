import { zoneName } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { TextField } from '@portal/shared-ui/field'
import { TextAreaField } from '../../shared/text-area-field.tsx'
import { type AgendaDraft, type AgendaText, withDate } from '../draft/agenda-draft.ts'
import { textLabels } from '../draft/agenda-merge.ts'
import type { DraftProblems } from '../draft/draft-problems.ts'
import type { ChangeDraft } from '../draft/use-agenda-draft.ts'
import { ClockField } from './clock-field.tsx'
import type { EditorRoute } from './editor-route.ts'
import styles from './meeting-fields.module.css'

type MeetingFieldsProps = {
  route: EditorRoute
  draft: AgendaDraft
  problems: DraftProblems
  /** A new meeting's title names the quarter until it is edited. */
  isNew: boolean
  onChange: ChangeDraft
}

/** The fields of the meeting itself. */
export function MeetingFields({ route, draft, problems, isNew, onChange }: MeetingFieldsProps) {
  const { isMeeting } = route
  const zone = zoneName(usePortal().config.foundation.timeZone)
  const field = (name: AgendaText) => ({
    label: textLabels[name],
    value: draft[name],
    onChange: (value: string) =>
      onChange(
        (before) =>
          isNew && name === 'date' ? withDate(before, value) : { ...before, [name]: value },
        name,
      ),
    error: problems[name],
  })
  return (
    <div className={styles.fields}>
      <TextField
        {...field('title')}
        label={route.titleLabel}
        className={styles.wide}
        required={isMeeting}
      />
      <TextField
        {...field('date')}
        type="date"
        min="1970-01-01"
        max="2100-12-31"
        required={isMeeting}
      />
      <ClockField {...field('time')} hint={zone} />
      <ClockField {...field('endTime')} />
      {isMeeting && <ClockField {...field('time')} label="Time" hint="The same as Start Time" />}
      <TextField {...field('location')} className={styles.wide} />
      <TextAreaField {...field('description')} className={styles.wide} rows={2} />
    </div>
  )
}
