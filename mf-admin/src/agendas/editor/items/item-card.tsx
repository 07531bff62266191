import { useSortable } from '@dnd-kit/sortable'
import type { AgendaItem } from '@portal/contract/agendas'
import { agendaItemName, durationText } from '@portal/domain/agenda-item'
import { isolated } from '@portal/domain/shown-text'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronDown, GripVertical, TriangleAlert } from 'lucide-react'
import { memo, type MouseEvent, useCallback } from 'react'
import { flushSync } from 'react-dom'
import type { DraftItem, NamedItem } from '../../draft/agenda-draft.ts'
import { itemProblems, type ItemProblems } from '../../draft/draft-problems.ts'
import type { EditorRoute } from '../editor-route.ts'
import type { QuarterPapers } from '../use-quarter-papers.ts'
import styles from './item-card.module.css'
import { ItemFields } from './item-fields.tsx'

type ItemCardProps = {
  route: EditorRoute
  item: DraftItem
  index: number
  count: number
  /** When it starts, in words. */
  start: string
  /** The item as it is stored, if it is. */
  stored: AgendaItem | undefined
  papers: QuarterPapers
  problems: ItemProblems | undefined
  startNote: string | undefined
  endNote: string | undefined
  follows: boolean
  open: boolean
  isNew: boolean
  onToggle: (id: string, open: boolean) => void
  onChange: (id: string, change: Partial<DraftItem>, field: string) => void
  onMove: (item: NamedItem, to: number) => void
  onDelete: (item: NamedItem) => void
}

/** An item in one line, which opens to be edited. Renders again only if its own props change: there may be 200 items. */
export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { route, item, index, count, open, startNote, endNote, onChange, onMove } = props
  const { id } = item
  const name = agendaItemName(item, index)
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id })
  const change = useCallback(
    (to: Partial<DraftItem>, field: string) => onChange(id, to, `${id} ${field}`),
    [onChange, id],
  )

  /** Moving the button in the page takes the focus from it. */
  const move = (event: MouseEvent<HTMLButtonElement>, to: number) => {
    if (to < 0 || to >= count) return
    const button = event.currentTarget
    flushSync(() => onMove({ id, name }, to))
    button.focus()
  }

  return (
    <li
      ref={setNodeRef}
      className={clsx(styles.card, open && styles.open, isDragging && styles.dragged)}
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
        <button
          type="button"
          className={styles.summary}
          aria-expanded={open}
          onClick={() => props.onToggle(id, !open)}
        >
          <span className={styles.start}>{props.start}</span>
          <span className={styles.name}>
            {item.title.trim() ? `${index + 1}. ${isolated(name)}` : name}
            {item.speaker.trim() && <span className={styles.speaker}>{item.speaker}</span>}
          </span>
          <span className={styles.minutes}>
            {Number.isNaN(item.duration) ? 'No minutes' : durationText(item.duration)}
          </span>
          <ChevronDown className={styles.chevron} aria-hidden="true" />
        </button>
        <div className={styles.moves}>
          <Button
            variant="quiet"
            iconOnly
            icon={<ArrowUp />}
            aria-label={`Up ${isolated(name)}`}
            aria-disabled={index === 0}
            onClick={(event) => move(event, index - 1)}
          />
          <Button
            variant="quiet"
            iconOnly
            icon={<ArrowDown />}
            aria-label={`Down ${isolated(name)}`}
            aria-disabled={index === count - 1}
            onClick={(event) => move(event, index + 1)}
          />
        </div>
      </div>
      {!open && <ClosedNotes {...props} />}
      {open && (
        <ItemFields
          route={route}
          item={item}
          index={index}
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

/** What would be shown at the fields of an item that is closed. */
function ClosedNotes(props: ItemCardProps) {
  const { route, item, stored, papers, problems, startNote, endNote } = props
  const { pageCount } = papers
  const found = { ...itemProblems(item, { least: route.least, stored, pageCount }), ...problems }
  const wrong = Object.values(found).join('. ')
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
