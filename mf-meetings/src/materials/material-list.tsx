import { dayOf, shortDayText, todayIn } from '@portal/domain/days'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { canKeepReading, readingQuery } from '@portal/remote-kit/queries/reading'
import { useQuery } from '@portal/remote-kit/query'
import { Link, useLocation } from '@portal/remote-kit/router'
import { openedHere } from '@portal/remote-kit/use-opened'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { PaperKindIcon, PaperPicture } from '@portal/shared-ui/paper-picture'
import { useFirstFew } from '@portal/shared-ui/use-drawn'
import { Check, CircleDot, Printer } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { printState } from '../shared/print-on-arrival.ts'
import {
  changedAt,
  factsOf,
  firstPageOf,
  hasAgenda,
  type Material,
} from '../shared/materials-of.ts'
import styles from './material-list.module.css'
import { useScrollToShown } from '../shared/use-scroll-to-shown.ts'
import {
  notCountedText,
  type ReadingState,
  readingStateOf,
  readingSummary,
} from '../shared/reading-progress.ts'

export type MaterialListProps = {
  meeting: MeetingRef
  materials: Material[]
  shown: string | undefined
  /** Shown in the panel next to the paper: the list fills it, and opening a paper replaces the current one. */
  isPanel?: boolean
}

export function MaterialList({ meeting, materials, shown, isPanel = false }: MaterialListProps) {
  const { call, person } = usePortal()
  const { state } = useLocation() as { state: unknown }
  // From the list, a paper opens as a new page; from the panel, it replaces the current one.
  const opened = shown === undefined ? openedHere : undefined
  const step = isPanel ? { replace: true, state } : { state: opened }
  const agenda = useQuery({
    ...agendaQuery(call, meeting),
    enabled: hasAgenda(materials),
  })
  const isKept = canKeepReading(person)
  const reading = useQuery({ ...readingQuery(call, meeting), enabled: isKept }).data
  // Its space is reserved until it loads, so that the rows don't move.
  const summary = reading ? readingSummary(materials, reading) : isKept ? '\u00A0' : undefined
  const notCounted = notCountedText(materials)
  const list = useScrollToShown(shown && `[data-material="${shown}"]`)
  const shownAt = materials.findIndex(({ type }) => type === shown)
  const drawn = useFirstFew(materials, shownAt + 1)

  return (
    <Card
      as="section"
      flush
      className={isPanel ? styles.panel : undefined}
      aria-labelledby="available-materials"
    >
      <div className={styles.head}>
        <div>
          <h2 className={styles.heading} id="available-materials">
            Available Materials
          </h2>
          {person.viewsAs && (
            <p className={styles.summary}>Each member sees here how much they have read.</p>
          )}
          {summary && (
            <p className={styles.summary} data-print="hide">
              {summary}
              {notCounted && <span className={styles.notCounted}>{notCounted}</span>}
            </p>
          )}
        </div>
        {!isPanel && agenda.data?.status === 'published' && hasAgenda(materials) && (
          <Link
            to={meetingsPaths.agenda(meeting)}
            state={printState}
            className={buttonStyle('secondary')}
            data-print="hide"
          >
            <Printer aria-hidden /> Print the agenda
          </Link>
        )}
      </div>
      <ol className={styles.list} ref={list}>
        {drawn.map((material, index) => (
          <li key={material.type} data-material={material.type}>
            <MaterialRow
              material={material}
              facts={factsOf(material, agenda.data)}
              state={reading?.isOn ? readingStateOf(material, reading) : undefined}
              number={index + 1}
              to={meetingsPaths.material(meeting, material.type)}
              viewing={material.type === shown}
              withPicture={!isPanel}
              step={step}
            />
          </li>
        ))}
      </ol>
    </Card>
  )
}

type MaterialRowProps = {
  material: Material
  facts: string
  state: ReadingState | undefined
  number: number
  to: string
  viewing: boolean
  withPicture: boolean
  /** How opening the paper changes the history. */
  step: { replace?: boolean; state: unknown }
}

function MaterialRow({
  material,
  facts,
  state,
  number,
  to,
  viewing,
  withPicture,
  step,
}: MaterialRowProps) {
  const { timeZone } = usePortal().config.foundation
  const changed = changedAt(material)
  const updated = changed && shortDayText(dayOf(new Date(changed), timeZone), todayIn(timeZone))

  if (material.mapping.problem) {
    return (
      <div className={`${styles.row} ${styles.still}`} aria-current={viewing ? 'true' : undefined}>
        <span className={styles.number}>{number}</span>
        <span className={styles.what}>
          <b className={styles.name}>{material.name}</b>
          <span className={styles.facts}>{facts}</span>
        </span>
      </div>
    )
  }
  return (
    <Link to={to} {...step} className={styles.row} aria-current={viewing ? 'true' : undefined}>
      <span className={styles.number}>{number}</span>
      {withPicture && (
        <span className={styles.picture}>
          <PaperPicture kind={material.kind} firstPage={firstPageOf(material)} size="small" />
        </span>
      )}
      <span className={styles.what}>
        <b className={styles.name}>{material.name}</b>
        <span className={styles.facts}>
          <PaperKindIcon kind={material.kind} /> {facts}
        </span>
        {updated && <span className={styles.facts}>Updated {updated}</span>}
      </span>
      <span className={styles.end}>
        <span className={styles.view}>{viewing ? 'Viewing' : 'View'}</span>
        {state && <State state={state} />}
      </span>
    </Link>
  )
}

function State({ state }: { state: ReadingState }) {
  return (
    <span className={state === 'New version' ? styles.news : styles.state}>
      {state === 'Read' && <Check aria-hidden />}
      {state === 'New version' && <CircleDot aria-hidden />}
      {state}
    </span>
  )
}
