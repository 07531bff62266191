import { agendaItemName } from '@portal/domain/agenda-item'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { memo, type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DraftItem, NamedItem } from '../draft/agenda-draft.ts'
import { AgendaItemFields } from '../fields/agenda-item-fields.tsx'
import { ClockField } from '../fields/clock-field.tsx'
import styles from './item-card.module.css'

type ItemCardProps = {
  item: DraftItem
  index: number
  count: number
  follows: boolean
  /** Just added: its title is typed next. */
  isNew: boolean
  /** The item that is being dragged, this one or another. */
  dragged: NamedItem | undefined
  onDrag: (item: NamedItem | undefined) => void
  onChange: (id: string, change: Partial<DraftItem>) => void
  onMove: (item: NamedItem, to: number) => void
  onDelete: (item: NamedItem) => void
}

/** Re-renders only when its own props change: an agenda may have 200 items. */
export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { item, index, count, follows, isNew, dragged, onDrag, onMove, onDelete } = props
  const [isOver, setIsOver] = useState(false)
  const { id } = item
  const name = agendaItemName(item, index)
  const takes = dragged !== undefined && dragged.id !== id
  const onChange = (change: Partial<DraftItem>) => props.onChange(id, change)

  /** Moving the button in the page takes the focus from it. */
  const move = (event: MouseEvent<HTMLButtonElement>, to: number) => {
    if (to < 0 || to >= count) return
    const button = event.currentTarget
    flushSync(() => onMove({ id, name }, to))
    button.focus()
  }

  return (
    // Dragging is an alternative to Up and Down, which everyone can use.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.card}
      data-over={(takes && isOver) || undefined}
      data-dragged={dragged?.id === id || undefined}
      onDragOver={(event) => {
        if (!takes) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        if (takes) onMove(dragged, index)
      }}
    >
      <AgendaItemFields
        item={item}
        index={index}
        minutes={{ label: 'Min', least: 0 }}
        onChange={onChange}
        isNew={isNew}
        grip={
          <span
            className={styles.grip}
            draggable
            aria-hidden="true"
            title="Drag to another place"
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', name)
              onDrag({ id, name })
            }}
            onDragEnd={() => onDrag(undefined)}
          >
            <GripVertical />
          </span>
        }
        start={
          <ClockField
            label="Start"
            value={item.time}
            onChange={(time) => onChange({ time })}
            readOnly={follows}
          />
        }
      >
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
          <Button icon={<Trash2 />} onClick={() => onDelete({ id, name })}>
            Delete<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </div>
      </AgendaItemFields>
    </li>
  )
})
