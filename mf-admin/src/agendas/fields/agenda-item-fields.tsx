import { agendaItemName } from '@portal/domain/agenda-item'
import { agendaLimits } from '@portal/contract/agendas'
import { TextField } from '@portal/shared-ui/field'
import type { ReactNode } from 'react'
import styles from './agenda-item-fields.module.css'
import { type DraftItem, lengthProblem } from '../draft/agenda-draft.ts'
import { MinutesField } from './minutes-field.tsx'
import { TextAreaField } from '../../shared/text-area-field.tsx'

type AgendaItemFieldsProps = {
  item: DraftItem
  /** Counted from 0. */
  index: number
  minutes: { label: string; least: number }
  onChange: (change: Partial<DraftItem>) => void
  /** Shown before the name. */
  grip?: ReactNode
  /** The field of its start time, if it has one. */
  start?: ReactNode
  /** Just added: its title is typed next. */
  isNew?: boolean
  /** What can be done with the item. */
  children: ReactNode
}

/** One item of an agenda as a form. */
export function AgendaItemFields(props: AgendaItemFieldsProps) {
  const { item, index, minutes, onChange, grip, start, isNew = false, children } = props
  const name = agendaItemName(item, index)
  return (
    <fieldset className={styles.fields} data-timed={start !== undefined || undefined}>
      <legend className={styles.legend}>
        {grip}
        {item.title.trim() ? `${index + 1}. ${name}` : name}
      </legend>
      <TextField
        className={styles.title}
        label="Title"
        value={item.title}
        onChange={(title) => onChange({ title })}
        error={lengthProblem(item.title, agendaLimits.itemTitle)}
        // The reader has just added this item.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isNew}
      />
      {start}
      <MinutesField
        label={minutes.label}
        least={minutes.least}
        value={item.duration}
        onChange={(duration) => onChange({ duration })}
      />
      <TextAreaField
        className={styles.wide}
        label="Description"
        rows={2}
        value={item.description}
        onChange={(description) => onChange({ description })}
        error={lengthProblem(item.description, agendaLimits.itemDescription)}
      />
      <div className={styles.wide}>{children}</div>
    </fieldset>
  )
}
