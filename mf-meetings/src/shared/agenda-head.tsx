import type { Agenda } from '@portal/contract/agendas'
import { Fragment } from 'react'
import styles from './agenda-head.module.css'
import { agendaReaderSpan, agendaSpan } from './agenda-times.ts'
import { readerZone } from './clock-times.ts'
import { dayText } from './days.ts'

/** "Thursday 10 December · 9:00 AM – 12:00 PM PT (18:00 – 21:00 your time) · Larkspur House". */
export function AgendaHead({ agenda, timeZone }: { agenda: Agenda; timeZone: string }) {
  const span = agendaSpan(agenda, timeZone)
  const yours = agendaReaderSpan(agenda, timeZone, readerZone())
  const times = span && (
    <Fragment key="times">
      <span className={styles.times}>{span}</span>
      {yours && ` ${yours}`}
    </Fragment>
  )
  const parts = [agenda.date && dayText(agenda.date), times, agenda.location].filter(Boolean)
  return parts.flatMap((part, index) => (index === 0 ? [part] : ['\u00a0· ', part]))
}
