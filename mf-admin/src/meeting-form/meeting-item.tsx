import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Trash2 } from 'lucide-react'
import { memo } from 'react'
import { type DraftItem, itemName } from '../agenda-draft.ts'
import { MinutesField } from '../minutes-field.tsx'
import { TextAreaField } from '../text-area-field.tsx'
import styles from './meeting-item.module.css'

/** An item by its id, and how the question about it calls it. */
export type NamedItem = { id: string; name: string }

type MeetingItemProps = {
  item: DraftItem
  index: number
  onChange: (id: string, change: Partial<DraftItem>) => void
  onRemove: (item: NamedItem) => void
}

/** Drawn anew only when something of its own changes: an agenda may have 200 of them. */
export const MeetingItem = memo(function MeetingItem(props: MeetingItemProps) {
  const { item, index, onRemove } = props
  const { id } = item
  const name = itemName(item, index)
  const onChange = (change: Partial<DraftItem>) => props.onChange(id, change)
  return (
    <li className={styles.card}>
      <fieldset className={styles.fields}>
        <legend className={styles.legend}>
          {item.title.trim() ? `${index + 1}. ${name}` : name}
        </legend>
        <TextField
          className={styles.title}
          label="Title"
          value={item.title}
          onChange={(title) => onChange({ title })}
          maxLength={1000}
        />
        <MinutesField
          label="Duration (minutes)"
          least={1}
          value={item.duration}
          onChange={(duration) => onChange({ duration })}
        />
        <TextAreaField
          className={styles.wide}
          label="Description"
          rows={2}
          value={item.description}
          onChange={(description) => onChange({ description })}
          maxLength={10_000}
        />
        <div className={styles.foot}>
          <label className={styles.completed}>
            <input
              type="checkbox"
              checked={item.completed}
              onChange={(event) => onChange({ completed: event.target.checked })}
            />
            <span>Completed</span>
          </label>
          <Button icon={<Trash2 />} onClick={() => onRemove({ id, name })}>
            Remove<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </div>
      </fieldset>
    </li>
  )
})
