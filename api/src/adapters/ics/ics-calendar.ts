import { async as parser, type VEvent } from 'node-ical'
import { type Calendar, calendarTrouble } from '../../calendar/calendar.ts'
import { type Occurrence, soonestFirst, overlaps } from '../../calendar/occurrence.ts'
import { Refusal } from '../../refusal.ts'
import { occurrencesOf } from './ics-occurrences.ts'
import type { IcsSource } from './ics-source.ts'
import { withKnownZones } from './ics-zones.ts'

type Options = {
  source: IcsSource
  /** The foundation's time zone, used for floating times, all-day events and responses. */
  timeZone: string
}

type ReadFile = {
  /** The version that was read. */
  stamp: string
  events: VEvent[]
  /** Occurrences by day range, because expanding a series costs far more than filtering its occurrences. */
  expanded: Map<string, Occurrence[]>
}

/** Maximum number of cached day ranges. */
const maxExpanded = 50
const day = 24 * 60 * 60 * 1000

/** An iCalendar file as the board's calendar; it is read again whenever it has changed. */
export function icsCalendar({ source, timeZone }: Options): Calendar {
  let kept: ReadFile | undefined

  const read = async (): Promise<{ file: ReadFile; old: { staleSince?: Date } }> => {
    try {
      const { stamp, text, staleSince } = await source()
      if (kept?.stamp !== stamp) {
        kept = { stamp, events: await parse(await text(), timeZone), expanded: new Map() }
      }
      return { file: kept, old: staleSince ? { staleSince } : {} }
    } catch (cause) {
      throw new Refusal('unavailable', calendarTrouble, { cause })
    }
  }
  const within = (events: VEvent[], from: Date, to: Date) =>
    events.flatMap((event) => occurrencesOf(event, from, to, timeZone)).toSorted(soonestFirst)
  const onDays = ({ events, expanded }: ReadFile, from: Date, to: Date): Occurrence[] => {
    const [first, last] = [Math.floor(from.getTime() / day), Math.ceil(to.getTime() / day)]
    const key = `${first} ${last}`
    const known = expanded.get(key) ?? within(events, new Date(first * day), new Date(last * day))
    if (expanded.size >= maxExpanded) expanded.clear()
    expanded.set(key, known)
    return known.filter((one) => overlaps(one, from, to))
  }

  return {
    async between(from, to) {
      const { file, old } = await read()
      const shown = onDays(file, from, to).map((occurrence) => occurrence.shown)
      return Object.assign(shown, old)
    },
    async byId(id) {
      const { file, old } = await read()
      const events = file.events.filter(({ uid }) => id === uid || id.startsWith(`${uid}_`))
      for (const event of events) {
        const around = startIn(id.slice(event.uid.length + 1)) ?? event.start
        // An occurrence may have been moved away from the time in its id.
        const [from, to] = [around.getTime() - 400 * day, around.getTime() + 400 * day]
        const found = within([event], new Date(from), new Date(to)).find(
          ({ shown }) => shown.id === id,
        )
        if (found) return { ...found.shown, ...old }
      }
      return undefined
    },
  }
}

async function parse(text: string, timeZone: string): Promise<VEvent[]> {
  const components = await parser.parseICS(withKnownZones(text, timeZone))
  return Object.values(components).filter(
    (component): component is VEvent =>
      component?.type === 'VEVENT' && 'start' in component && component.start instanceof Date,
  )
}

/** Parses `20261109T170000Z` or `20261109` at the end of an occurrence's id. */
function startIn(text: string): Date | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z)?$/.exec(text)
  if (!match) return undefined
  const [year, month, date, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0))
  return new Date(Date.UTC(year!, month! - 1, date, hour, minute, second))
}
