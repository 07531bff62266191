import {
  type Calendar,
  calendarTrouble,
  type Occurrence,
  overlaps,
  soonestFirst,
} from '../../features/calendar/calendar.ts'

import { nextTurn } from '../../platform/background/next-turn.ts'
import { Refusal } from '../../refusal.ts'
import { calendarObjects, type Problem } from './ics-components.ts'
import { type IcsEvent, readEvent } from './ics-event.ts'
import { contentLines } from './ics-times.ts'
import { type IcsSeries, occurrencesOf, seriesOf } from './ics-series.ts'
import type { IcsSource } from './ics-source.ts'
import { definedZones, zoneReader } from './ics-zones.ts'

type Options = {
  source: IcsSource
  /** The foundation's time zone, used for floating times, all-day events and responses. */
  timeZone: string
  /** Hosts of meeting services apart from the well-known ones. */
  meetingHosts?: readonly string[]
}

type ReadFile = {
  /** The version that was read. */
  stamp: string
  series: IcsSeries[]
  problems: Problem[]
  /** Occurrences by day range, because expanding a series costs far more than filtering its occurrences. */
  expanded: Map<string, Occurrence[]>
}

/** Maximum number of cached day ranges. */
const maxExpanded = 50
const day = 24 * 60 * 60 * 1000
/** How many events are read before other requests get their turn. */
const eventsAtOnce = 200

/** An iCalendar file as the board's calendar; it is read again whenever it has changed. */
export function icsCalendar({ source, timeZone, meetingHosts = [] }: Options): Calendar {
  let cached: ReadFile | undefined

  const read = async (
    signal: AbortSignal | undefined,
  ): Promise<{ file: ReadFile; old: { staleSince?: Date } }> => {
    signal?.throwIfAborted()
    try {
      const { stamp, bytes, staleSince } = await source(signal)
      if (cached?.stamp !== stamp) {
        cached = { stamp, ...(await parse(await bytes(), timeZone, signal)), expanded: new Map() }
      }
      return { file: cached, old: staleSince ? { staleSince } : {} }
    } catch (cause) {
      signal?.throwIfAborted()
      throw new Refusal('unavailable', calendarTrouble, { cause })
    }
  }
  /** A series that can't be expanded is left out and listed. */
  const expand = (series: IcsSeries, from: Date, to: Date, problems: Problem[]): Occurrence[] => {
    try {
      return occurrencesOf(series, from, to, { timeZone, meetingHosts })
    } catch {
      const { line, words } = series.event ?? series.replacements[0]!
      const message = 'The dates of this event can’t be computed.'
      if (!problems.some((known) => known.line === line && known.message === message)) {
        const event = words.isPrivate ? 'Busy' : words.summary
        problems.push({ line, message, ...(event ? { event } : {}) })
      }
      return []
    }
  }
  const onDays = ({ series, problems, expanded }: ReadFile, from: Date, to: Date): Occurrence[] => {
    const [first, last] = [Math.floor(from.getTime() / day), Math.ceil(to.getTime() / day)]
    const key = `${first} ${last}`
    const bounds = [new Date(first * day), new Date(last * day)] as const
    const known =
      expanded.get(key) ??
      series.flatMap((each) => expand(each, ...bounds, problems)).toSorted(soonestFirst)
    if (expanded.size >= maxExpanded) expanded.clear()
    expanded.set(key, known)
    return known.filter((occurrence) => overlaps(occurrence, from, to))
  }

  return {
    async between(from, to, signal) {
      const { file, old } = await read(signal)
      const shown = onDays(file, from, to).map((occurrence) => occurrence.shown)
      return Object.assign(shown, old)
    },
    async byId(id, signal) {
      const { file, old } = await read(signal)
      const candidates = file.series.filter(
        (series) => id === series.id || id.startsWith(`${series.id}_`),
      )
      for (const series of candidates) {
        const around = startIn(id.slice(series.id.length + 1)) ?? startOf(series)
        // An occurrence may have been moved away from the time in its id.
        const [from, to] = [around - 400 * day, around + 400 * day]
        const occurrence = expand(series, new Date(from), new Date(to), file.problems).find(
          ({ shown }) => shown.id === id,
        )
        if (occurrence) return { ...occurrence.shown, ...old }
      }
      return undefined
    },
    async problems(signal) {
      const { file } = await read(signal)
      return file.problems.toSorted((a, b) => a.line - b.line)
    },
  }
}

/** Reads each event separately, so that one that can't be read affects no other. */
async function parse(
  bytes: Uint8Array,
  timeZone: string,
  signal: AbortSignal | undefined,
): Promise<Pick<ReadFile, 'series' | 'problems'>> {
  const { objects, problems } = calendarObjects(contentLines(bytes))
  const defined = objects.map(definedZones)
  problems.push(...defined.flatMap((each) => each.problems))
  const everywhere = new Map(defined.toReversed().flatMap(({ zones }) => [...zones]))
  const events: IcsEvent[] = []
  let count = 0
  for (const [index, object] of objects.entries()) {
    const zoneOf = zoneReader(timeZone, defined[index]!.zones, everywhere)
    for (const component of object.parts.filter(({ name }) => name === 'VEVENT')) {
      const { event, problems: eventProblems } = readEvent(component, zoneOf)
      if (event) events.push(event)
      problems.push(...eventProblems)
      count += 1
      if (count % eventsAtOnce > 0) continue
      await nextTurn()
      signal?.throwIfAborted()
    }
  }
  const series = seriesOf(events, (problem) => problems.push(problem))
  return { series, problems }
}

function startOf({ event, replacements }: IcsSeries): number {
  const { start } = event ?? replacements[0]!
  return Date.parse(`${start.local.slice(0, 10)}T12:00:00Z`)
}

/** Parses `20261109T170000Z` or `20261109` at the end of an occurrence's id. */
function startIn(text: string): number | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z?)?$/.exec(text)
  if (!match) return undefined
  const [year, month, date, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0))
  return Date.UTC(year!, month! - 1, date, hour, minute, second)
}
