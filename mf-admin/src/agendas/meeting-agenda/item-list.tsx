import { durationText, totalMinutes } from '@portal/domain/agenda-item'
import { clockText, lastEnd } from '@portal/domain/agenda-times'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Plus } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import {
  addItem,
  type AgendaDraft,
  changeItem,
  type DraftItem,
  moveItem,
  type NamedItem,
  newItem,
  removeItem,
} from '../draft/agenda-draft.ts'
import { DeleteItemDialog } from '../fields/delete-item-dialog.tsx'
import { ItemCard } from './item-card.tsx'
import styles from './item-list.module.css'

type ItemListProps = {
  draft: AgendaDraft
  /** Start times are computed from the durations. */
  follows: boolean
  /** An offer while there are no items. */
  start: ReactNode
  onFollow: (follows: boolean) => void
  /** Stays the same function during typing. */
  onChange: (update: (draft: AgendaDraft) => AgendaDraft) => void
}

/** The agenda's items, reordered by buttons or dragging. */
export function ItemList({ draft, follows, start, onFollow, onChange }: ItemListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [added, setAdded] = useState<string>()
  const [deleting, setDeleting] = useState<NamedItem>()
  const [dragged, setDragged] = useState<NamedItem>()
  const [moved, setMoved] = useState('')
  const { items } = draft

  const add = () => {
    const id = crypto.randomUUID()
    setAdded(id)
    onChange((before) => addItem(before, newItem(id)))
  }
  const change = useCallback(
    (id: string, to: Partial<DraftItem>) => onChange((before) => changeItem(before, id, to)),
    [onChange],
  )
  const move = useCallback(
    ({ id, name }: NamedItem, to: number) => {
      setMoved(`${name} is item ${to + 1} now.`)
      onChange((before) => moveItem(before, id, to))
    },
    [onChange],
  )

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
      {items.length === 0 && start}
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
            onChange={change}
            onMove={move}
            onDelete={setDeleting}
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
          if (deleting) onChange((before) => removeItem(before, deleting.id))
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
