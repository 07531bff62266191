import {
  agendaItemName,
  agendaItemNumber,
  agendaItemPlaces,
  durationText,
} from '@portal/domain/agenda-item'
import { clockText } from '@portal/domain/agenda-times'
import { briefDayText, daysToGoText, todayIn } from '@portal/domain/days'
import { inMinutesText, type MeetingNow } from '@portal/domain/meeting-now'
import { isolated } from '@portal/domain/shown-text'
import { timeText, zoneText } from '@portal/domain/time-text'
import type { MeetingPlan } from '../shared/meeting-plan.ts'

type Items = readonly { title: string; subItem?: boolean | undefined }[]

type NotRunning = Exclude<MeetingNow, { phase: 'running' }>

/** "Budget", or "Item 3.1" without a title. */
export function itemName(items: Items, index: number): string {
  return agendaItemName(items[index]!, agendaItemPlaces(items)[index]!)
}

/** "3. Budget", "3.1 Outlook", or "Item 3.1" without a title. */
export function numberedName(items: Items, index: number): string {
  const number = agendaItemNumber(items[index]!, agendaItemPlaces(items)[index]!)
  return [number, isolated(itemName(items, index))].filter(Boolean).join(' ')
}

/** "9:22 AM PT" */
export function presentTimeText(now: Date, timeZone: string): string {
  return `${timeText(now, timeZone)} ${zoneText(now, timeZone)}`
}

/** "The meeting starts in 25 minutes:", before when it is or was. */
export function stateText(
  state: NotRunning,
  { date, stage }: Pick<MeetingPlan, 'date' | 'stage'>,
  timeZone: string,
): string {
  if (stage === 'cancelled') return 'This meeting is cancelled:'
  if (state.phase === 'after') return 'The meeting is over:'
  if (state.phase === 'unknown') return 'This agenda has no times to follow:'
  return `The meeting starts ${daysUntil(date, timeZone) ?? inMinutesText(state.minutes)}:`
}

/** "Starts in 25 min" with "9:00 AM", or "Starts tomorrow" with "Thu 10 December"; undefined while it is running. */
export function briefTimesText(
  { date, time, stage }: MeetingPlan,
  state: MeetingNow,
  timeZone: string,
): { state: string; day: string | undefined } | undefined {
  if (state.phase === 'running') return undefined
  const day = date === undefined ? undefined : briefDayText(date)
  if (stage === 'cancelled') return { state: 'Cancelled', day }
  if (state.phase === 'unknown') return { state: 'No times to follow', day }
  if (state.phase === 'after') return { state: 'The meeting is over', day }
  const days = daysUntil(date, timeZone)
  if (days !== undefined) return { state: `Starts ${days}`, day }
  return { state: `Starts in ${durationText(state.minutes)}`, day: clockText(time) }
}

/** "tomorrow", "in 9 days"; undefined on the meeting's day. */
function daysUntil(date: string | undefined, timeZone: string): string | undefined {
  const today = todayIn(timeZone)
  return date === undefined || date === today ? undefined : daysToGoText(date, today)
}
