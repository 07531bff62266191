import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  addItem,
  type AgendaDraft,
  changeItem,
  itemName,
  moveItem,
  newItem,
  removeItem,
} from '../agenda-draft.ts'
import { clockText, durationText, lastEnd, totalMinutes } from '../agenda-start-times.ts'
import { DeleteItemDialog } from '../delete-item-dialog.tsx'
import { ItemCard } from './item-card.tsx'
import styles from './item-list.module.css'

type ItemListProps = {
  draft: AgendaDraft
  /** Start times are those that follow from the durations. */
  follows: boolean
  onFollow: (follows: boolean) => void
  onChange: (next: AgendaDraft) => void
}

/** The agenda's items in their order, which buttons and dragging change. */
export function ItemList({ draft, follows, onFollow, onChange }: ItemListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [added, setAdded] = useState<string>()
  const [deleting, setDeleting] = useState<{ id: string; name: string }>()
  const [dragged, setDragged] = useState<string>()
  const [moved, setMoved] = useState('')
  const { items } = draft

  const add = () => {
    const id = crypto.randomUUID()
    setAdded(id)
    onChange(addItem(draft, newItem(id)))
  }
  const move = (id: string, to: number) => {
    const from = items.findIndex((item) => item.id === id)
    const place = Math.min(Math.max(0, to), items.length - 1)
    if (from < 0 || from === place) return
    setMoved(`${itemName(items[from]!, from)} is item ${place + 1} of ${items.length} now.`)
    onChange(moveItem(draft, id, place))
  }

  return (
    <section aria-labelledby="agenda-items">
      <div className={styles.head}>
        <h2 id="agenda-items" ref={heading} tabIndex={-1} className={styles.title}>
          Items
        </h2>
        <label className={styles.follow}>
          <input
            type="checkbox"
            checked={follows}
            onChange={(event) => onFollow(event.target.checked)}
          />
          <span>Start times follow the durations</span>
        </label>
      </div>
      {items.length === 0 && <p className={styles.none}>There are no items yet.</p>}
      <ol className={styles.items}>
        {items.map((item, index) => (
          <ItemCard
            key={item.id}
            item={item}
            index={index}
            count={items.length}
            follows={follows}
            isNew={item.id === added}
            dragged={dragged}
            onDrag={setDragged}
            onDrop={(id) => move(id, index)}
            onChange={(change) => onChange(changeItem(draft, item.id, change))}
            onMove={(to) => move(item.id, to)}
            onDelete={() => setDeleting({ id: item.id, name: itemName(item, index) })}
          />
        ))}
      </ol>
      <div className={styles.foot}>
        <Button icon={<Plus />} onClick={add} disabled={items.length >= 200}>
          Add item
        </Button>
        <Sum draft={draft} />
      </div>
      <VisuallyHidden>
        <span role="status">{moved}</span>
      </VisuallyHidden>
      <DeleteItemDialog
        name={deleting?.name}
        verb="Delete"
        onCancel={() => setDeleting(undefined)}
        onConfirm={() => {
          if (deleting) onChange(removeItem(draft, deleting.id))
          setDeleting(undefined)
          heading.current?.focus()
        }}
      />
    </section>
  )
}

/** How long all items take, and whether they fit into the meeting. */
function Sum({ draft }: { draft: AgendaDraft }) {
  const end = lastEnd(draft)
  const count = draft.items.length
  if (count === 0) return null
  return (
    <p className={styles.sum}>
      {count} {count === 1 ? 'item' : 'items'}, {durationText(totalMinutes(draft.items))}
      {end && `, until ${clockText(end.time)}`}
      {end && end.over > 0 && (
        <strong> – {durationText(end.over)} past the end of the meeting</strong>
      )}
    </p>
  )
}
