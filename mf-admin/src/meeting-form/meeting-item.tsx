import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Trash2 } from 'lucide-react'
import { type DraftItem, itemName } from '../agenda-draft.ts'
import { MinutesField } from '../minutes-field.tsx'
import { TextAreaField } from '../text-area-field.tsx'
import styles from './meeting-item.module.css'

type MeetingItemProps = {
  item: DraftItem
  index: number
  onChange: (change: Partial<DraftItem>) => void
  onRemove: () => void
}

export function MeetingItem({ item, index, onChange, onRemove }: MeetingItemProps) {
  const name = itemName(item, index)
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
          <Button icon={<Trash2 />} onClick={onRemove}>
            Remove<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </div>
      </fieldset>
    </li>
  )
}
