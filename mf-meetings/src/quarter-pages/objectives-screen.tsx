import { counted } from '@portal/domain/counted'
import { agendaSlot } from '@portal/domain/slot-names'
import type { Agenda, AgendaItem } from '@portal/contract/agendas'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import { Redirect } from '@portal/remote-kit/redirect'
import { Link, useSearchParams } from '@portal/remote-kit/router'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { SelectField, TextField } from '@portal/shared-ui/field'
import { SearchX, Target, Check, Circle } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { AgendaPanel } from '../shared/agenda-panel.tsx'
import { agendaSentences, useAgendaSource } from '../shared/agenda-source.ts'
import { OpenDocument } from '../shared/open-document.tsx'
import { useQuarter } from '../shared/meeting-route.ts'
import { useIsPast } from '../shared/use-is-past.ts'

import { QuarterPageHeader } from './quarter-page-parts.tsx'
import styles from './quarter-pages.module.css'
import { Badge } from '@portal/shared-ui/badge'
import { Card } from '@portal/shared-ui/card'
import { isolated } from '@portal/domain/shown-text'

/** A quarter's objectives: the items of its published agenda, with search and category filter. */
export function Component() {
  const quarter = useQuarter()
  return quarter ? <ObjectivesPage quarter={quarter} /> : <Redirect to={meetingsPaths.meetings} />
}

function ObjectivesPage({ quarter }: { quarter: Quarter }) {
  const { drive, agenda, isHidden } = useAgendaSource(quarter)
  return (
    <>
      <QuarterPageHeader title="Objectives tracking" quarter={quarter} />
      {drive ? (
        <EmptyState
          title={`The agenda of ${quarterName(quarter)} is a document`}
          icon={<Target aria-hidden />}
        >
          <p>Its items can be read there.</p>
          <OpenDocument slot={agendaSlot(quarter)} />
        </EmptyState>
      ) : (
        <AgendaPanel
          query={agenda}
          meeting={quarter}
          failure={agendaSentences.failed}
          hidden={isHidden}
        >
          {(loaded) => <Objectives agenda={loaded} quarter={quarter} />}
        </AgendaPanel>
      )}
    </>
  )
}

function Objectives({ agenda, quarter }: { agenda: Agenda; quarter: Quarter }) {
  const [search, setSearch] = useSearchParams()
  const isPast = useIsPast(quarter)
  const all = objectivesOf(agenda.items)
  const categories = categoriesOf(all)
  const words = search.get('q') ?? ''
  const category = categories.find((option) => option === search.get('category'))
  const choose = (name: 'q' | 'category', value: string) =>
    setSearch(
      (before) => {
        if (value) before.set(name, value)
        else before.delete(name)
        return before
      },
      { replace: true },
    )
  if (all.length === 0) {
    return (
      <EmptyState
        title={isPast ? 'No objectives' : 'No objectives yet'}
        icon={<Target aria-hidden />}
      >
        <p>
          This quarter’s agenda has no items.
          {!isPast && ' Your Board Liaison adds them before the meeting.'}
        </p>
      </EmptyState>
    )
  }
  const shown = foundObjectives(all, { words, category })
  return (
    <>
      <p className={styles.note}>
        The quarter’s objectives are the items of{' '}
        <Link to={meetingsPaths.agenda(quarter)}>its published agenda</Link>.
      </p>
      <div className={styles.filters} data-print="hide">
        <TextField
          label="Search objectives"
          type="search"
          value={words}
          onChange={(value) => choose('q', value)}
        />
        <SelectField
          label="Category"
          value={category ?? ''}
          onChange={(value) => choose('category', value)}
          options={[
            { value: '', label: 'All categories' },
            ...categories.map((value) => ({ value, label: categoryName(value) })),
          ]}
        />
      </div>
      <p role="status" className={styles.count}>
        {shown.length} of {counted(all.length, 'objective')}
      </p>
      {shown.length === 0 ? (
        <EmptyState title="No objectives found" icon={<SearchX aria-hidden />}>
          <p>Try another word, or all categories.</p>
        </EmptyState>
      ) : (
        <ObjectiveList objectives={shown} />
      )}
    </>
  )
}

function ObjectiveList({ objectives }: { objectives: Objective[] }) {
  return (
    <Card flush>
      <ul className={styles.rows} aria-label="Objectives">
        {objectives.map(({ id, name, category, done, about }) => (
          <li key={id} className={styles.row}>
            <div className={styles.what}>
              <b>{name}</b>
              {about && <span className={styles.soft}>{about}</span>}
            </div>
            <div className={styles.badges}>
              <Badge>{categoryName(category)}</Badge>
              {done ? (
                <Badge kind="good" icon={<Check aria-hidden />}>
                  Completed
                </Badge>
              ) : (
                <Badge kind="accent" icon={<Circle aria-hidden />}>
                  Open
                </Badge>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A quarter's objective, from an item of its published agenda. */
type Objective = {
  id: string
  name: string
  category: string
  done: boolean
  about?: string
}

export function objectivesOf(items: AgendaItem[]): Objective[] {
  return items.map(({ id, title, type, completed, description, speaker }) => {
    const about = [speaker, description].filter(Boolean).map(isolated).join(' · ')
    return {
      id,
      name: title.trim() || 'Untitled Item',
      category: type.trim() || 'discussion',
      done: completed,
      ...(about ? { about } : {}),
    }
  })
}

/** Every category in use, by name. */
export function categoriesOf(objectives: Objective[]): string[] {
  return [...new Set(objectives.map(({ category }) => category))].toSorted()
}

/** The objectives of a category (or all) that contain every word, in any case. */
export function foundObjectives(
  objectives: Objective[],
  { words, category }: { words: string; category: string | undefined },
): Objective[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return objectives.filter((objective) => {
    const text = `${objective.name} ${objective.category} ${objective.about ?? ''}`.toLowerCase()
    const fits = category === undefined || objective.category === category
    return fits && wanted.every((word) => text.includes(word))
  })
}

/** "action-item" becomes "Action item". */
export function categoryName(category: string): string {
  const words = category.replaceAll(/[-_]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
