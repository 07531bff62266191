import type { Agenda } from '@portal/contract/agendas'
import { durationText } from '@portal/domain/agenda-item'
import { startTexts } from '@portal/domain/agenda-times'

/** "9:10 AM · 30 min · James Okafor" */
export function itemFacts({ time, items }: Pick<Agenda, 'time' | 'items'>, index: number): string {
  const { duration, speaker } = items[index]!
  const facts = [startTexts(time, items)[index], durationText(duration), speaker]
  return facts.filter(Boolean).join(' · ')
}
