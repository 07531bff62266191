import { dayAfter } from '@portal/domain/days'
import { startOfDay, withOffset } from '@portal/domain/zone-time'
import { describedEvent } from '../../features/calendar/described-event.ts'
import { type Occurrence, overlaps } from '../../features/calendar/calendar.ts'
import type { IcsEvent } from './ics-event.ts'
import type { Problem } from './ics-components.ts'
import type { Rule } from './ics-rules.ts'
import { clockOf, dayOf, type IcsTime, isDay, localOf, momentOf } from './ics-times.ts'
import type { Zone } from './ics-zones.ts'

/** An event with everything that replaces its occurrences. */
export type IcsSeries = {
  /** Its occurrences' ids begin with it. */
  id: string
  /** Undefined if the event itself is missing or can't be read. */
  event: IcsEvent | undefined
  replacements: IcsEvent[]
}

export type Shown = {
  /** The foundation's time zone, which times are shown in. */
  timeZone: string
  meetingHosts: readonly string[]
}

/** One occurrence before it is shown: its planned start, and its actual time and event. */
type Instance = { planned: IcsTime; start: IcsTime; length: number; event: IcsEvent }

const day = 24 * 60 * 60 * 1000

/**
 * Groups events by their UID. Different events that share one by mistake are all kept. What replaces an occurrence in
 * an unknown zone is reported and left out, unless its series is in that zone.
 */
export function seriesOf(
  events: readonly IcsEvent[],
  report: (problem: Problem) => void,
): IcsSeries[] {
  return [...Map.groupBy(events, ({ uid }) => uid)].flatMap(([uid, group]): IcsSeries[] => {
    const isKnown = group.some(({ replaces, start }) => !replaces && start.zone.isKnown)
    const [unclear, clear] = [true, false].map((is) =>
      group.filter(({ replaces }) => replaces && (isKnown && !replaces.zone.isKnown) === is),
    ) as [IcsEvent[], IcsEvent[]]
    for (const { words, replaces } of unclear) {
      const title = words.isPrivate ? 'Busy' : words.summary
      const message = 'Which date of its series this event replaces isn’t known.'
      report({ line: replaces!.line, message, ...(title ? { event: title } : {}) })
    }
    const replacements = newestOf(
      clear,
      ({ replaces, andFuture }) => `${keyOf(replaces!)} ${andFuture}`,
    )
    const whole = group.filter(({ replaces }) => !replaces)
    const newest = Math.max(...whole.map(({ sequence }) => sequence))
    const current = newestOf(
      whole.filter(({ sequence }) => sequence === newest),
      ({ content }) => content,
    )
    if (current.length === 0) return [{ id: uid, event: undefined, replacements }]
    return current.map((event, index) => ({
      id: index === 0 ? uid : `${uid}-${index + 1}`,
      event,
      replacements: index === 0 ? replacements : [],
    }))
  })
}

/** One event for each key: the last one with the highest sequence. */
function newestOf(events: IcsEvent[], key: (event: IcsEvent) => string): IcsEvent[] {
  const newest = new Map<string, IcsEvent>()
  for (const event of events) {
    const known = newest.get(key(event))
    if (!known || event.sequence >= known.sequence) newest.set(key(event), event)
  }
  return [...newest.values()]
}

/** The occurrences that overlap `[from, to)`, unsorted. */
export function occurrencesOf(series: IcsSeries, from: Date, to: Date, shown: Shown): Occurrence[] {
  const { event, replacements } = series
  const replaced = membership(replacements.map(({ replaces }) => replaces!))
  const isSeries = event !== undefined && (event.rules.length > 0 || event.extra.length > 0)
  const planned = (event ? plannedOf(event, replacements, from, to) : [])
    .filter(({ planned: time }) => !replaced(time))
    .map((instance) => changedFromThen(instance, replacements))
  const changed = replacements.map((replacement) => ({
    planned: replacement.replaces!,
    start: replacement.start,
    length: replacement.length,
    event: replacement,
  }))
  const idOf = (instance: Instance) =>
    isSeries || instance.event.replaces
      ? `${series.id}_${stampOf(instance.planned, event?.start)}`
      : series.id
  const isPrivate = event?.words.isPrivate ?? false
  return [...planned, ...changed]
    .filter((instance) => !instance.event.isCancelled)
    .map((instance) => occurrenceOf(instance, idOf(instance), isPrivate, shown))
    .filter((occurrence) => overlaps(occurrence, from, to))
}

/** The occurrences of a series by its rules and lists, in a wider range: changes may move them into it. */
function plannedOf(event: IcsEvent, replacements: IcsEvent[], from: Date, to: Date): Instance[] {
  const moves = replacements
    .filter(({ andFuture }) => andFuture)
    .map((replacement) => Math.abs(moveOf(replacement, event.start.zone)) + replacement.length)
  const wider =
    2 * day + Math.max(event.length, ...event.extra.map((each) => each.length ?? 0), ...moves)
  const [first, last] = [from.getTime() - wider, to.getTime() + wider]
  const { start, rules } = event
  const like = (local: string): IcsTime => ({
    zone: start.zone,
    local: isDay(start) ? local.slice(0, 10) : local,
  })
  const byRule = (rule: Rule) =>
    rule
      .between(first, last)
      .map((clock) => like(localOf(clock)))
      .filter((time) => isWithin(time, rule))
  const times = [
    ...(rules.length === 0 ? [start] : rules.flatMap(byRule)).map((time) => ({
      time,
      length: event.length,
    })),
    ...event.extra.map((each) => ({ time: each.start, length: each.length ?? event.length })),
  ]
  const isExcluded = membership([...event.excluded, ...event.exceptRules.flatMap(byRule)])
  // A period replaces the occurrence of the same start.
  const unique = new Map(times.map((time) => [keyOf(time.time), time]))
  return [...unique.values()]
    .filter(({ time }) => !isExcluded(time))
    .map(({ time, length }) => ({ planned: time, start: time, length, event }))
}

function isWithin(time: IcsTime, { until }: Rule): boolean {
  if (!until) return true
  if (isDay(time) || until.isDay) return dayOf(time) <= until.text
  return until.isUtc ? momentOf(time)!.getTime() <= until.clock : clockOf(time.local) <= until.clock
}

/** An occurrence after the change of all occurrences from it on, if there is one. */
function changedFromThen(instance: Instance, replacements: IcsEvent[]): Instance {
  const moment = momentOf(instance.planned)!.getTime()
  const change = replacements
    .filter(({ andFuture, replaces }) => andFuture && momentOf(replaces!)!.getTime() <= moment)
    .toSorted((a, b) => momentOf(a.replaces!)!.getTime() - momentOf(b.replaces!)!.getTime())
    .at(-1)
  if (!change) return instance
  const { planned } = instance
  const clock = clockOf(planned.local) + moveOf(change, planned.zone)
  const local =
    isDay(planned) && !isDay(change.start)
      ? `${dayAfter(dayOf(planned), Math.round((clockOf(dayOf(change.start)) - clockOf(dayOf(change.replaces!))) / day))}${change.start.local.slice(10)}`
      : localOf(clock)
  return {
    planned,
    start: { zone: change.start.zone, local: isDay(change.start) ? local.slice(0, 10) : local },
    length: change.length,
    event: change,
  }
}

/**
 * How far a change moves the clock of a series in `zone`, in ms. The original start may be stated in another zone, and
 * the result is a clock of the change's own zone.
 */
function moveOf({ start, replaces }: IcsEvent, zone: Zone): number {
  const original = replaces!
  if (isDay(start) || isDay(original)) return clockOf(dayOf(start)) - clockOf(dayOf(original))
  return clockOf(start.local) - clockOf(zone.localAt(momentOf(original)!))
}

/** Whether a time is one of several: the same moment, or on the same day if either is a day. */
function membership(times: readonly IcsTime[]): (time: IcsTime) => boolean {
  const keys = new Set(times.map(keyOf))
  const days = new Set(times.filter(isDay).map(dayOf))
  const touched = new Set(times.map(dayOf))
  return (time) =>
    keys.has(keyOf(time)) || days.has(dayOf(time)) || (isDay(time) && touched.has(dayOf(time)))
}

function keyOf(time: IcsTime): string {
  return isDay(time) ? time.local : momentOf(time)!.toISOString()
}

/** At the end of an occurrence's id: unique in its series, and stable across reads. */
function stampOf(planned: IcsTime, start: IcsTime | undefined): string {
  const bare = (text: string) => text.replaceAll(/[-:]/g, '')
  if (isDay(planned) || (start && isDay(start))) return bare(dayOf(planned))
  if (!planned.zone.isKnown) return bare(planned.local)
  return `${bare(momentOf(planned)!.toISOString().slice(0, 19))}Z`
}

function occurrenceOf(
  { start, length, event }: Instance,
  id: string,
  isSeriesPrivate: boolean,
  { timeZone, meetingHosts }: Shown,
): Occurrence {
  const { words, hasClass } = event
  const isPrivate = words.isPrivate || (isSeriesPrivate && !hasClass)
  const described = describedEvent(id, { ...words, isPrivate }, meetingHosts)
  const first = momentOf(start)!
  const last = new Date(first.getTime() + length)
  if (!isDay(start) && start.zone.isKnown) {
    return {
      start: first,
      end: last,
      shown: {
        ...described,
        start: { dateTime: withOffset(first, timeZone) },
        ...(last > first ? { end: { dateTime: withOffset(last, timeZone) } } : {}),
      },
    }
  }
  const { date, after } = daysFrom(start, length)
  return {
    start: startOfDay(date, timeZone) ?? first,
    end: startOfDay(after, timeZone) ?? last,
    shown: {
      ...described,
      start: { date },
      end: { date: after },
      ...(isDay(start) ? {} : { timeUnconfirmed: true }),
    },
  }
}

/** The first day, and the day after the last. */
function daysFrom(start: IcsTime, length: number): { date: string; after: string } {
  const date = dayOf(start)
  const end = clockOf(start.local) + length
  // An end at midnight belongs to the day before.
  const last = localOf(Math.max(clockOf(start.local), end - 1)).slice(0, 10)
  return { date, after: dayAfter(last > date ? last : date, 1) }
}
