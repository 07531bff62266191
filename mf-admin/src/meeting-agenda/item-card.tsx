import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DraftItem, itemName } from '../agenda-draft.ts'
import { ClockField } from '../clock-field.tsx'
import { MinutesField } from '../minutes-field.tsx'
import { TextAreaField } from '../text-area-field.tsx'
import styles from './item-card.module.css'

type ItemCardProps = {
  item: DraftItem
  index: number
  count: number
  follows: boolean
  /** Just added: its title is typed next. */
  isNew: boolean
  /** The id of the item that is being dragged, this one or another. */
  dragged: string | undefined
  onDrag: (id: string | undefined) => void
  onDrop: (id: string) => void
  onChange: (change: Partial<DraftItem>) => void
  onMove: (to: number) => void
  onDelete: () => void
}

export function ItemCard(props: ItemCardProps) {
  const { item, index, count, follows, isNew, dragged, onDrag, onDrop } = props
  const { onChange, onMove, onDelete } = props
  const [isOver, setIsOver] = useState(false)
  const name = itemName(item, index)
  const takes = dragged !== undefined && dragged !== item.id

  /** The button moves along in the page, which takes the focus from it. */
  const move = (event: MouseEvent<HTMLButtonElement>, to: number) => {
    const button = event.currentTarget
    flushSync(() => onMove(to))
    button.focus()
  }

  return (
    // Dragging is one more way to what Up and Down do for everyone.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.card}
      data-over={(takes && isOver) || undefined}
      data-dragged={dragged === item.id || undefined}
      onDragOver={(event) => {
        if (!takes) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        if (takes) onDrop(dragged)
      }}
    >
      <fieldset className={styles.fields}>
        <legend className={styles.legend}>
          <span
            className={styles.grip}
            draggable
            aria-hidden="true"
            title="Drag to another place"
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', name)
              onDrag(item.id)
            }}
            onDragEnd={() => onDrag(undefined)}
          >
            <GripVertical />
          </span>
          {item.title.trim() ? `${index + 1}. ${name}` : name}
        </legend>
        <TextField
          className={styles.title}
          label="Title"
          value={item.title}
          onChange={(title) => onChange({ title })}
          maxLength={1000}
          // The reader asked for this item a moment ago.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isNew}
        />
        <ClockField
          className={styles.start}
          label="Start"
          value={item.time}
          onChange={(time) => onChange({ time })}
          readOnly={follows}
        />
        <MinutesField
          className={styles.minutes}
          label="Min"
          least={0}
          value={item.duration}
          onChange={(duration) => onChange({ duration })}
        />
        <TextAreaField
          className={styles.description}
          label="Description"
          rows={2}
          value={item.description}
          onChange={(description) => onChange({ description })}
          maxLength={10_000}
        />
        <div className={styles.buttons}>
          <Button
            icon={<ArrowUp />}
            aria-disabled={index === 0}
            onClick={(event) => move(event, index - 1)}
          >
            Up<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
          <Button
            icon={<ArrowDown />}
            aria-disabled={index === count - 1}
            onClick={(event) => move(event, index + 1)}
          >
            Down<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
          <Button icon={<Trash2 />} onClick={onDelete}>
            Delete<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </div>
      </fieldset>
    </li>
  )
}
