import { offsetAt, type ZoneChange, zoneChanges } from '@portal/domain/zone-time'

/** How many years of changes show whether they follow a yearly rule. */
const yearsOfRule = 7

/**
 * The definition of a zone (VTIMEZONE) for events from `first` to `last`, made from the zone data with which the portal
 * computes its own times, so that the two never differ. Yearly rules where the zone has them, which is what calendars
 * understand best; otherwise each change by itself.
 */
export function icsZone(timeZone: string, first: Date, last: Date): string {
  const from = new Date(Date.UTC(first.getUTCFullYear() - 1, 0, 1))
  const to = new Date(
    Date.UTC(Math.max(last.getUTCFullYear() + 1, from.getUTCFullYear() + yearsOfRule), 0, 1),
  )
  const changes = zoneChanges(from, to, timeZone)
  const least = Math.min(offsetAt(from, timeZone), ...changes.map(({ after }) => after))
  const part = (change: ZoneChange, rule?: string) => {
    const name = change.after > least ? 'DAYLIGHT' : 'STANDARD'
    return [
      `BEGIN:${name}`,
      `DTSTART:${local(change)}`,
      ...(rule === undefined ? [] : [`RRULE:${rule}`]),
      `TZOFFSETFROM:${offsetText(change.before)}`,
      `TZOFFSETTO:${offsetText(change.after)}`,
      `TZNAME:${nameAt(change.at, timeZone)}`,
      `END:${name}`,
    ]
  }
  const offset = offsetAt(from, timeZone)
  const start: ZoneChange = { at: from, before: offset, after: offset }
  const rules = yearlyRules(changes)
  const parts = rules
    ? rules.map(({ change, rule }) => part(change, rule))
    : [part(start), ...changes.map((change) => part(change))]
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...parts.flat(), 'END:VTIMEZONE'].join('\r\n')
}

/** The two rules that all changes follow; undefined if they don't, or if there are none. */
function yearlyRules(changes: readonly ZoneChange[]) {
  const groups = [...Map.groupBy(changes, ({ before, after }) => `${before} ${after}`).values()]
  if (groups.length !== 2) return undefined
  const rules = groups.map((group) => ({ change: group[0]!, rule: ruleOf(group) }))
  return rules.every(({ rule }) => rule !== undefined) ? rules : undefined
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** `FREQ=YEARLY;BYMONTH=3;BYDAY=2SU`, if every change is on such a day, at the same time and once in each year. */
function ruleOf(group: readonly ZoneChange[]): string | undefined {
  const places = group.map((change) => {
    const clock = clockOf(change)
    const day = clock.getUTCDate()
    const days = new Date(Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth() + 1, 0)).getUTCDate()
    return {
      year: clock.getUTCFullYear(),
      of: `${clock.getUTCMonth() + 1} ${weekdays[clock.getUTCDay()]} ${clock.toISOString().slice(11, 19)}`,
      fromStart: Math.ceil(day / 7),
      isLast: day + 7 > days,
    }
  })
  const [first] = places
  if (!first || group.length < 3) return undefined
  const isYearly = places.every(
    ({ year, of }, index) => year === first.year + index && of === first.of,
  )
  if (!isYearly) return undefined
  const [month, weekday] = first.of.split(' ')
  const rule = (number: number) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=${number}${weekday}`
  if (places.every(({ isLast }) => isLast)) return rule(-1)
  return places.every(({ fromStart }) => fromStart === first.fromStart)
    ? rule(first.fromStart)
    : undefined
}

/** What the clocks showed at the change, before it, as if it were in UTC. */
function clockOf({ at, before }: ZoneChange): Date {
  return new Date(at.getTime() + before)
}

function local(change: ZoneChange): string {
  return clockOf(change).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}

function offsetText(offset: number): string {
  const seconds = Math.abs(Math.round(offset / 1000))
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = seconds % 60 === 0 ? '' : two(seconds % 60)
  return `${offset < 0 ? '-' : '+'}${two(seconds / 3600)}${two((seconds % 3600) / 60)}${rest}`
}

function nameAt(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(
    moment,
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
