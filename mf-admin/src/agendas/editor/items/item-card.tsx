import { useSortable } from '@dnd-kit/sortable'
import type { AgendaItem } from '@portal/contract/agendas'
import { agendaItemName, durationText } from '@portal/domain/agenda-item'
import { isolated } from '@portal/domain/shown-text'
import { Button } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronDown, GripVertical, TriangleAlert, Trash2 } from 'lucide-react'
import { memo, type MouseEvent, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DraftItem, NamedItem } from '../../draft/agenda-draft.ts'
import { itemProblems, type ItemProblems } from '../../draft/draft-problems.ts'
import type { EditorRoute } from '../editor-route.ts'
import type { QuarterPapers } from '../use-quarter-papers.ts'
import styles from './item-card.module.css'
import { TextField } from '@portal/shared-ui/field'
import { TextAreaField } from '../../../shared/text-area-field.tsx'
import { ClockField } from '../clock-field.tsx'
import { ItemPapersField } from './item-papers-field.tsx'
import type { ScheduleNotes } from './item-schedule.ts'

type ItemCardProps = {
  route: EditorRoute
  item: DraftItem
  index: number
  count: number
  /** When it starts, in words. */
  start: string
  /** The stored item, if there is one. */
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

/** The messages at the fields of a closed item. */
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

type ItemFieldsProps = {
  route: EditorRoute
  item: DraftItem
  /** Counted from 0. */
  index: number
  /** The stored item; its duration and pages may be out of range. */
  stored: AgendaItem | undefined
  papers: QuarterPapers
  /** From a refused save. */
  problems: ItemProblems | undefined
  notes: ScheduleNotes
  /** Start times are computed from the durations. */
  follows: boolean
  /** Just added without a title, which is typed next. */
  isNew: boolean
  onChange: (change: Partial<DraftItem>, field: string) => void
  onDelete: (item: NamedItem) => void
}

/** One item of an agenda as a form. */
function ItemFields(props: ItemFieldsProps) {
  const { route, item, index, stored, notes, follows, isNew, onChange, onDelete } = props
  const name = agendaItemName(item, index)
  const [isLeft, setLeft] = useState(false)
  const { duration: outOfRange, ...otherProblems } = itemProblems(item, {
    least: route.least,
    stored,
  })
  // An empty field isn't an error while it is typed in.
  const minutes = Number.isNaN(item.duration) && !isLeft ? undefined : outOfRange
  const errors = { ...otherProblems, ...(minutes && { duration: minutes }), ...props.problems }
  return (
    <fieldset className={styles.fields}>
      {/* The line above names the item for everyone who sees it. */}
      <legend>
        <VisuallyHidden>
          {item.title.trim() ? `${index + 1}. ${isolated(name)}` : name}
        </VisuallyHidden>
      </legend>
      <TextField
        className={styles.title}
        label="Title"
        value={item.title}
        onChange={(title) => onChange({ title }, 'title')}
        error={errors.title}
        // The reader has just added this item.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isNew}
      />
      <ClockField
        label="Start"
        value={item.time}
        onChange={(time) => onChange({ time }, 'time')}
        readOnly={follows}
        error={errors.time}
        hint={notes.start && <Warning text={notes.start} />}
      />
      <TextField
        label={route.minutesLabel}
        type="number"
        inputMode="numeric"
        min={route.least}
        step={1}
        value={Number.isNaN(item.duration) ? '' : String(item.duration)}
        onChange={(typed) => {
          setLeft(false)
          onChange({ duration: typed === '' ? Number.NaN : Number(typed) }, 'duration')
        }}
        onBlur={() => setLeft(true)}
        error={errors.duration}
        hint={notes.end && <Warning text={notes.end} />}
      />
      <TextField
        className={styles.wide}
        label="Presenter"
        value={item.speaker}
        onChange={(speaker) => onChange({ speaker }, 'speaker')}
        error={errors.speaker}
      />
      <TextAreaField
        className={styles.wide}
        label="Description"
        rows={2}
        value={item.description}
        onChange={(description) => onChange({ description }, 'description')}
        error={errors.description}
      />
      <ItemPapersField
        item={item}
        name={name}
        stored={stored}
        papers={props.papers}
        refused={props.problems?.papers}
        onChange={onChange}
      />
      <div className={styles.foot}>
        <label className={styles.completed}>
          <input
            type="checkbox"
            checked={item.completed}
            onChange={(event) => onChange({ completed: event.target.checked }, 'completed')}
          />
          <span>Completed</span>
        </label>
        <Button icon={<Trash2 />} onClick={() => onDelete({ id: item.id, name })}>
          {route.removeVerb}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </div>
    </fieldset>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <span className={styles.warning}>
      <TriangleAlert aria-hidden="true" /> {text}
    </span>
  )
}
