import { agendaItemName } from '@portal/domain/agenda-item'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { DraftItem, NamedItem } from '../draft/agenda-draft.ts'
import { AgendaItemFields } from '../fields/agenda-item-fields.tsx'
import styles from './meeting-item.module.css'

type MeetingItemProps = {
  item: DraftItem
  index: number
  onChange: (id: string, change: Partial<DraftItem>) => void
  onRemove: (item: NamedItem) => void
}

/** Re-renders only when its own props change: an agenda may have 200 items. */
export const MeetingItem = memo(function MeetingItem(props: MeetingItemProps) {
  const { item, index, onRemove } = props
  const { id } = item
  const name = agendaItemName(item, index)
  const onChange = (change: Partial<DraftItem>) => props.onChange(id, change)
  return (
    <li className={styles.card}>
      <AgendaItemFields
        item={item}
        index={index}
        minutes={{ label: 'Duration (minutes)', least: 1 }}
        onChange={onChange}
      >
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
      </AgendaItemFields>
    </li>
  )
})
