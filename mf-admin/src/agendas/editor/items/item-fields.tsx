import type { AgendaItem } from '@portal/contract/agendas'
import { agendaItemName, agendaItemNumber } from '@portal/domain/agenda-item'
import { agendaDefaults } from '@portal/domain/agenda-defaults'
import { consentType } from '@portal/domain/question-rules'
import { isolated } from '@portal/domain/shown-text'
import { Button } from '@portal/shared-ui/button'
import { TextField } from '@portal/shared-ui/field'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { IndentDecrease, IndentIncrease, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { TextAreaField } from '../../../shared/text-area-field.tsx'
import type { DraftItem, NamedItem } from '../../draft/agenda-draft.ts'
import { itemProblems, type ItemProblems } from '../../draft/draft-problems.ts'
import { ClockField } from '../clock-field.tsx'
import type { EditorRoute } from '../editor-route.ts'
import type { MeetingPapers } from '../use-meeting-papers.ts'
import styles from './item-card.module.css'
import { AudienceField } from './audience-field.tsx'
import { PresenterField } from './presenter-field.tsx'
import { ItemPapersField } from './item-papers-field.tsx'
import type { ScheduleNotes } from './item-schedule.ts'

type ItemFieldsProps = {
  route: EditorRoute
  item: DraftItem
  place: string
  isFirst: boolean
  /** The stored item; its duration and pages may be out of range. */
  stored: AgendaItem | undefined
  papers: MeetingPapers
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
export function ItemFields(props: ItemFieldsProps) {
  const { route, item, place, isFirst, stored, notes, follows, isNew, onChange, onDelete } = props
  const name = agendaItemName(item, place)
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
        <VisuallyHidden>{numberedName(item, place)}</VisuallyHidden>
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
      <PresenterField
        item={item}
        name={name}
        onChange={(presenter) => onChange(presenter, 'speaker')}
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
      <AudienceField
        item={item}
        name={name}
        stored={stored}
        error={props.problems?.audience}
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
        <label className={styles.completed}>
          <input
            type="checkbox"
            checked={item.type === consentType}
            onChange={(event) =>
              onChange({ type: event.target.checked ? consentType : agendaDefaults.type }, 'type')
            }
          />
          <span>Consent item: approved without discussion, unless a member flags it</span>
        </label>
        {!isFirst && (
          <Button
            variant="quiet"
            icon={item.subItem ? <IndentDecrease /> : <IndentIncrease />}
            onClick={() => onChange({ subItem: !item.subItem }, 'subItem')}
          >
            {item.subItem ? 'Make an item of its own' : 'Make a sub-item'}
            <VisuallyHidden>: {isolated(name)}</VisuallyHidden>
          </Button>
        )}
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

/** "3. Budget", or "Item 3" without a title. */
export function numberedName(item: DraftItem, place: string): string {
  const number = agendaItemNumber(item, place)
  const name = isolated(agendaItemName(item, place))
  return number ? `${number} ${name}` : name
}
