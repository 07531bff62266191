import { zoneName } from '@portal/domain/time-text'
import { usePortal } from '@portal/remote-kit/portal'
import { TextField } from '@portal/shared-ui/field'
import type { AgendaDraft, AgendaText, DraftProblems } from '../draft/agenda-draft.ts'
import { textLabels } from '../draft/agenda-merge.ts'
import { ClockField } from '../fields/clock-field.tsx'
import { TextAreaField } from '../../shared/text-area-field.tsx'
import styles from './agenda-fields.module.css'

type AgendaFieldsProps = {
  draft: AgendaDraft
  /** Error messages by the field’s own name. */
  problems: DraftProblems
  onChange: (next: AgendaDraft) => void
}

/** The fields of the meeting itself. */
export function AgendaFields({ draft, problems, onChange }: AgendaFieldsProps) {
  const { config } = usePortal()
  const field = (name: AgendaText) => ({
    label: textLabels[name],
    value: draft[name],
    onChange: (value: string) => onChange({ ...draft, [name]: value }),
    error: problems[name],
  })
  const zone = zoneName(config.foundation.timeZone)
  return (
    <div className={styles.fields}>
      <TextField {...field('title')} className={styles.wide} />
      <TextField {...field('date')} type="date" min="1970-01-01" max="2100-12-31" />
      <ClockField {...field('time')} hint={zone} />
      <ClockField {...field('endTime')} />
      <TextField {...field('location')} className={styles.wide} />
      <TextAreaField {...field('description')} className={styles.wide} />
    </div>
  )
}
