import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { Agenda } from '@portal/contract/agendas'
import {
  agendaItemName,
  agendaItemPlaces,
  durationText,
  totalMinutes,
} from '@portal/domain/agenda-item'
import { scheduleIssues } from '@portal/domain/agenda-schedule'
import { startTexts, clockText, lastEnd } from '@portal/domain/agenda-times'
import { isolated } from '@portal/domain/shown-text'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import {
  addItem,
  type AgendaDraft,
  changeItem,
  type DraftItem,
  moveItem,
  type NamedItem,
  newItem,
  plannedAgenda,
  removeItem,
  withSubItems,
} from '../../draft/agenda-draft.ts'
import type { ItemProblems } from '../../draft/draft-problems.ts'
import type { ChangeDraft } from '../../draft/use-agenda-draft.ts'
import type { EditorRoute } from '../editor-route.ts'
import type { MeetingPapers } from '../use-meeting-papers.ts'
import type { OtherEditor } from '../use-other-editors.ts'
import { ItemCard } from './item-card.tsx'
import styles from './item-list.module.css'
import { scheduleNotes } from './item-schedule.ts'
import { counted } from '@portal/domain/counted'
import { ConfirmDialog } from '@portal/shared-ui/confirm-dialog'
import { NewItemField } from './new-item-field.tsx'

/** The API's limit. */
const mostItems = 200

type ItemListProps = {
  route: EditorRoute
  draft: AgendaDraft
  /** The agenda that the draft is based on. */
  base: Agenda | null
  /** From a refused save, by the items' ids. */
  problems: Record<string, ItemProblems>
  /** The meeting's papers; the same object until they change. */
  papers: MeetingPapers
  openItems: ReadonlySet<string>
  /** The other admins who edit this agenda. */
  others: readonly OtherEditor[]
  /** The title of a new item that isn't added yet. */
  typed: string
  /** An offer while there are no items. */
  start: ReactNode
  onTyped: (typed: string) => void
  onToggle: (id: string, open: boolean) => void
  /** Stays the same function during typing. */
  onChange: ChangeDraft
}

/** The agenda's items, reordered by buttons or dragging. */
export function ItemList(props: ItemListProps) {
  const {
    route,
    draft,
    base,
    problems,
    papers,
    openItems,
    others,
    typed,
    start,
    onTyped,
    onToggle,
    onChange,
  } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [added, setAdded] = useState<string>()
  const [deleting, setDeleting] = useState<NamedItem>()
  const [moved, setMoved] = useState<NamedItem>()
  const sensors = useSensors(useSensor(PointerSensor, press))
  const { items, timesFollow } = draft
  // The same array until the order changes: another one would render every item again.
  const order = JSON.stringify(items.map(({ id }) => id))
  const ids = useMemo(() => JSON.parse(order) as string[], [order])
  const places = agendaItemPlaces(items)
  const planned = plannedAgenda(draft)
  const starts = startTexts(planned.time, planned.items)
  const issues = scheduleIssues(planned)

  const add = (title: string) => {
    const id = crypto.randomUUID()
    onChange((before) => addItem(before, newItem(id, title)))
    onTyped('')
    if (title !== '') return
    setAdded(id)
    onToggle(id, true)
  }
  const change = useCallback(
    (id: string, to: Partial<DraftItem>, field: string) =>
      onChange((before) => changeItem(before, id, to), field),
    [onChange],
  )
  const move = useCallback(
    (item: NamedItem, to: (from: number) => number) => {
      setMoved(item)
      onChange((before) =>
        moveItem(before, item.id, to(before.items.findIndex(({ id }) => id === item.id))),
      )
    },
    [onChange],
  )
  const moveBy = useCallback(
    (item: NamedItem, by: 1 | -1) => move(item, (from) => from + by),
    [move],
  )
  const movedTo = moved && places[items.findIndex(({ id }) => id === moved.id)]
  const drop = ({ active, over }: DragEndEvent) => {
    const from = items.findIndex(({ id }) => id === active.id)
    const to = items.findIndex(({ id }) => id === over?.id)
    const item = items[from]
    if (item && to >= 0 && to !== from) {
      move({ id: item.id, name: agendaItemName(item, places[from]!) }, () => to)
    }
  }

  return (
    <section aria-labelledby="agenda-items">
      <div className={styles.head}>
        <h2 id="agenda-items" ref={heading} tabIndex={-1} className={styles.title}>
          {route.itemsTitle}
        </h2>
        <label className={styles.follow}>
          <input
            type="checkbox"
            checked={timesFollow}
            onChange={({ target }) =>
              onChange((before) => ({ ...before, timesFollow: target.checked }))
            }
          />
          <span>Start times follow the durations</span>
        </label>
      </div>
      {items.length === 0 && <p className={styles.none}>There are no items yet.</p>}
      {items.length === 0 && start}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={silent}
        onDragEnd={drop}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol className={styles.items}>
            {items.map((item, index) => {
              const notes = scheduleNotes(issues[index]!, items)
              return (
                <ItemCard
                  key={item.id}
                  route={route}
                  item={item}
                  place={places[index]!}
                  isFirst={index === 0}
                  isLast={withSubItems(items, item.id).at(-1) === items.at(-1)}
                  start={starts[index]!}
                  stored={base?.items.find(({ id }) => id === item.id)}
                  papers={papers}
                  problems={problems[item.id]}
                  startNote={notes.start}
                  endNote={notes.end}
                  follows={timesFollow}
                  open={openItems.has(item.id)}
                  editedBy={others.find((other) => other.item === item.id)?.name}
                  isNew={item.id === added}
                  onToggle={onToggle}
                  onChange={change}
                  onMove={moveBy}
                  onDelete={setDeleting}
                />
              )
            })}
          </ol>
        </SortableContext>
      </DndContext>
      <NewItemField
        typed={typed}
        addLabel={route.addLabel}
        disabled={items.length >= mostItems}
        onTyped={onTyped}
        onAdd={add}
      />
      <ItemsSum agenda={planned} />
      <VisuallyHidden>
        <span role="status">{movedTo && `${isolated(moved.name)} is item ${movedTo} now.`}</span>
      </VisuallyHidden>
      <DeleteItemDialog
        name={deleting?.name}
        verb={route.removeVerb}
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

/** A press on the grip that doesn't move is no drag. In px. */
const press = { activationConstraint: { distance: 4 } }

/** The list announces moves itself, in the same words for the buttons and for dragging. */
const silent = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
}

type ItemsSumProps = { agenda: { time: string; endTime: string; items: DraftItem[] } }

/** How long all items take, and whether they fit into the meeting. */
function ItemsSum({ agenda }: ItemsSumProps) {
  const end = lastEnd(agenda)
  const count = agenda.items.length
  if (count === 0) return null
  return (
    <p className={styles.sum}>
      {counted(count, 'item')}, {durationText(totalMinutes(agenda.items))}
      {end && `, until ${clockText(end.time)}`}
      {end && end.over > 0 && (
        <strong> – {durationText(end.over)} past the end of the meeting</strong>
      )}
    </p>
  )
}

type DeleteItemDialogProps = {
  /** The item's name; undefined while the dialog is closed. */
  name: string | undefined
  verb: 'Delete' | 'Remove'
  onConfirm: () => void
  onCancel: () => void
}

function DeleteItemDialog({ name, verb, onConfirm, onCancel }: DeleteItemDialogProps) {
  return (
    <ConfirmDialog
      open={name !== undefined}
      title={`${verb} agenda item`}
      verb={`${verb} ${isolated(name ?? '')}`}
      danger
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        “{isolated(name)}” and its description leave the agenda. Its sub-items stay, as items.
        Members keep it until you save.
      </p>
    </ConfirmDialog>
  )
}
