import type { Agenda } from '@portal/contract/agendas'
import { agendaReaderSpan, agendaSpan } from '@portal/domain/agenda-times'
import { dayText, isDay } from '@portal/domain/days'
import { readerZone } from '@portal/domain/time-text'
import { Fragment } from 'react'
import styles from './agenda-head.module.css'

type AgendaHeadProps = {
  agenda: Pick<Agenda, 'date' | 'time' | 'endTime' | 'location'>
  /** The foundation's zone. */
  timeZone: string
  /** The zone of the reader's own clock. */
  readersZone?: string
}

/** "Thursday 10 December · 9:00 AM – 12:00 PM PT (18:00 – 21:00 your time) · Larkspur House". */
export function AgendaHead({ agenda, timeZone, readersZone = readerZone() }: AgendaHeadProps) {
  const { date, location } = agenda
  const yours = agendaReaderSpan(agenda, timeZone, readersZone)
  const times = (
    <Fragment key="times">
      <span className={styles.times}>{agendaSpan(agenda, timeZone)}</span>
      {yours && ` ${yours}`}
    </Fragment>
  )
  // Text that older agendas have in place of a date is shown unchanged.
  const isKnown = date !== undefined && isDay(date)
  const parts = [isKnown ? dayText(date) : date, times, location].filter(Boolean)
  const printed = isKnown && (
    <span key="year" className={styles.year} data-year={date.slice(0, 4)} />
  )
  return parts.flatMap((part, index) => (index === 0 ? [part, printed] : ['\u00a0· ', part]))
}
