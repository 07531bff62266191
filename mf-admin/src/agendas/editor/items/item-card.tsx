import { useSortable } from '@dnd-kit/sortable'
import type { AgendaItem } from '@portal/contract/agendas'
import { agendaItemName, durationText, isSubItemPlace } from '@portal/domain/agenda-item'
import { isRestricted } from '@portal/domain/may-read'
import { isolated } from '@portal/domain/shown-text'
import { Badge } from '@portal/shared-ui/badge'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { clsx } from 'clsx'
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  GripVertical,
  LockKeyhole,
  Pencil,
  TriangleAlert,
} from 'lucide-react'
import { type KeyboardEvent, memo, type MouseEvent, type ReactNode, use, useCallback } from 'react'
import { flushSync } from 'react-dom'
import type { DraftItem, NamedItem } from '../../draft/agenda-draft.ts'
import { itemProblems, type ItemProblems } from '../../draft/draft-problems.ts'
import type { EditorRoute } from '../editor-route.ts'
import type { MeetingPapers } from '../use-meeting-papers.ts'
import styles from './item-card.module.css'
import { useFilesDrop } from '../../../shared/uploads/use-files-drop.ts'
import { ItemFiles } from './use-item-files.ts'
import { ItemFields, numberedName } from './item-fields.tsx'

type ItemCardProps = {
  route: EditorRoute
  item: DraftItem
  /** "3", or "3.1" for a sub-item. */
  place: string
  isFirst: boolean
  /** Nothing comes after it and its sub-items. */
  isLast: boolean
  /** When it starts, in words. */
  start: string
  /** The stored item, if there is one. */
  stored: AgendaItem | undefined
  papers: MeetingPapers
  problems: ItemProblems | undefined
  startNote: string | undefined
  endNote: string | undefined
  follows: boolean
  open: boolean
  /** The name of another admin who is in this item. */
  editedBy: string | undefined
  isNew: boolean
  onToggle: (id: string, open: boolean) => void
  onChange: (id: string, change: Partial<DraftItem>, field: string) => void
  /** Moves the item, with its sub-items, up (-1) or down (1). */
  onMove: (item: NamedItem, by: 1 | -1) => void
  onDelete: (item: NamedItem) => void
}

/** An item in one line, which opens to be edited. Renders again only if its own props change: there may be 200 items. */
export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { route, item, place, isFirst, isLast, open, startNote, endNote, onChange, onMove } = props
  const { id } = item
  const name = agendaItemName(item, place)
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id })
  const change = useCallback(
    (to: Partial<DraftItem>, field: string) => onChange(id, to, `${id} ${field}`),
    [onChange, id],
  )

  /** Moving the button in the page takes the focus from it. */
  const move = (event: MouseEvent<HTMLButtonElement>, by: 1 | -1) => {
    if (by === 1 ? isLast : isFirst) return
    const button = event.currentTarget
    flushSync(() => onMove({ id, name }, by))
    button.focus()
  }
  /** The keys by which outlines are indented in word processors. */
  const indent = (event: KeyboardEvent) => {
    if (!event.altKey || !event.shiftKey || isFirst) return
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    event.preventDefault()
    change({ subItem: event.key === 'ArrowRight' }, 'subItem')
  }

  const addFiles = use(ItemFiles)
  const { isOver, ...dropped } = useFilesDrop(
    addFiles && !item.closed ? (files) => addFiles({ id, name }, files) : undefined,
  )
  return (
    <li
      ref={setNodeRef}
      data-item={id}
      {...dropped}
      className={clsx(
        styles.card,
        open && styles.open,
        isSubItemPlace(place) && styles.sub,
        isDragging && styles.dragged,
        isOver && styles.over,
      )}
      style={
        transform
          ? { transform: `translate(${transform.x}px, ${transform.y}px)`, transition }
          : undefined
      }
    >
      <div className={styles.line}>
        {/* Dragging is an alternative to Up and Down, which everyone can use. */}
        <span
          ref={setActivatorNodeRef}
          className={styles.grip}
          aria-hidden="true"
          title="Drag to another place"
          {...listeners}
        >
          <GripVertical />
        </span>
        <Summary item={item} open={open} onKeyDown={indent} onToggle={props.onToggle}>
          <span className={styles.start}>{props.start}</span>
          <span className={styles.name}>
            {numberedName(item, place)}
            {item.speaker.trim() && <span className={styles.speaker}>{item.speaker}</span>}
            {(item.closed || isRestricted(item)) && (
              <Badge icon={<LockKeyhole />}>{item.closed ? 'Not for you' : 'Closed'}</Badge>
            )}
            {props.editedBy && (
              <Badge kind="warn" icon={<Pencil />}>
                {isolated(props.editedBy)} is here
              </Badge>
            )}
          </span>
          <span className={styles.minutes}>
            {Number.isNaN(item.duration) ? 'No minutes' : durationText(item.duration)}
          </span>
          {!item.closed && <ChevronDown className={styles.chevron} aria-hidden="true" />}
        </Summary>
        <div className={styles.moves}>
          <Button
            variant="quiet"
            iconOnly
            icon={<ArrowUp />}
            aria-label={`Up ${isolated(name)}`}
            aria-disabled={isFirst}
            onClick={(event) => move(event, -1)}
          />
          <Button
            variant="quiet"
            iconOnly
            icon={<ArrowDown />}
            aria-label={`Down ${isolated(name)}`}
            aria-disabled={isLast}
            onClick={(event) => move(event, 1)}
          />
        </div>
      </div>
      {(!open || item.closed) && <ClosedNotes {...props} />}
      {open && !item.closed && (
        <ItemFields
          route={route}
          item={item}
          place={place}
          isFirst={isFirst}
          stored={props.stored}
          papers={props.papers}
          problems={props.problems}
          notes={{ start: startNote, end: endNote }}
          follows={props.follows}
          isNew={props.isNew}
          onChange={change}
          onDelete={props.onDelete}
        />
      )}
    </li>
  )
})

type SummaryProps = {
  item: DraftItem
  open: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onToggle: ItemCardProps['onToggle']
  children: ReactNode
}

/** An item's line, which opens it. A closed session that this admin can't read doesn't open. */
function Summary({ item, open, onKeyDown, onToggle, children }: SummaryProps) {
  if (item.closed) return <div className={styles.summary}>{children}</div>
  return (
    <button
      type="button"
      className={styles.summary}
      aria-expanded={open}
      aria-keyshortcuts="Alt+Shift+ArrowRight Alt+Shift+ArrowLeft"
      onKeyDown={onKeyDown}
      onClick={() => onToggle(item.id, !open)}
    >
      {children}
    </button>
  )
}

/** The messages at the fields of an item that isn't open. */
function ClosedNotes(props: ItemCardProps) {
  const { route, item, stored, papers, problems, startNote, endNote } = props
  const { pageCount } = papers
  const problemsOfItem = {
    ...itemProblems(item, { least: route.least, stored, pageCount }),
    ...problems,
  }
  const wrong = Object.values(problemsOfItem).join('. ')
  const notes = [startNote, endNote].filter(Boolean).join('. ')
  if (!wrong && !notes) return null
  return (
    <p className={clsx(styles.notes, wrong && styles.wrong)}>
      <TriangleAlert aria-hidden="true" />
      <span>
        {wrong && <VisuallyHidden>Problem: </VisuallyHidden>}
        {[wrong, notes].filter(Boolean).join('. ')}
      </span>
    </p>
  )
}
