import type { Agenda } from '@portal/contract/agendas'
import { durationText } from '@portal/domain/agenda-item'
import { startTexts } from '@portal/domain/agenda-times'
import { isolated } from '@portal/domain/shown-text'

/** "9:10 AM · 30 min · James Okafor" */
export function itemFacts({ time, items }: Pick<Agenda, 'time' | 'items'>, index: number): string {
  const { duration, speaker } = items[index]!
  const facts = [startTexts(time, items)[index], durationText(duration), isolated(speaker)]
  return facts.filter(Boolean).join(' · ')
}
