import type { Agenda } from '@portal/contract/agendas'
import { agendaReaderSpan, agendaSpan } from './agenda-times.ts'
import { readerZone } from './clock-times.ts'
import { dayText } from './days.ts'

/** "Thursday 10 December · 9:00 AM – 12:00 PM PT (18:00 – 21:00 your time) · Larkspur House". */
export function AgendaHead({ agenda, timeZone }: { agenda: Agenda; timeZone: string }) {
  const span = [agendaSpan(agenda, timeZone), agendaReaderSpan(agenda, timeZone, readerZone())]
  const parts = [
    agenda.date && dayText(agenda.date),
    // A time stays on one line with its zone.
    span.flatMap((times) => times?.replaceAll(' ', '\u00a0') ?? []).join(' '),
    agenda.location,
  ]
  return <>{parts.filter(Boolean).join('\u00a0· ')}</>
}
