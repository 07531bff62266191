import { RRuleTemporal } from 'rrule-temporal'
import { brief, Unreadable } from './ics-properties.ts'

/** The last time of a rule. */
type Until = { text: string; clock: number; isUtc: boolean; isDay: boolean }

/** When something recurs, by the clock of its zone. Clocks are in ms, as if they were in UTC. */
export type Rule = {
  until: Until | undefined
  /** The clocks from one to another, inclusive. Ignores `until`, because only its zone knows when that is. */
  between: (from: number, to: number) => number[]
  /** Repeats more often than daily. */
  isFrequent: boolean
  /** Never matches a day, such as 30 February. */
  isEmpty: boolean
}

const weekday = '(?:MO|TU|WE|TH|FR|SA|SU)'
const list = (part: string) => new RegExp(`^${part}(?:,${part})*$`)
const upTo =
  (most: number, least = 1) =>
  (text: string) =>
    text.split(',').every((part) => {
      const number = Math.abs(Number(part))
      return /^[+-]?\d{1,3}$/.test(part) && number >= least && number <= most
    })

/** Whether a value is valid, by the part of the rule (RFC 5545, 3.3.10; RFC 7529). */
const parts: Record<string, (value: string) => boolean> = {
  FREQ: (value) => /^(YEARLY|MONTHLY|WEEKLY|DAILY|HOURLY|MINUTELY|SECONDLY)$/.test(value),
  UNTIL: (value) => /^\d{8}(T\d{6}Z?)?$/.test(value) && untilOf(value) !== undefined,
  COUNT: (value) => /^0*[1-9]\d*$/.test(value),
  INTERVAL: (value) => /^0*[1-9]\d{0,3}$/.test(value),
  BYSECOND: upTo(60, 0),
  BYMINUTE: upTo(59, 0),
  BYHOUR: upTo(23, 0),
  BYDAY: (value) => list(`[+-]?(?:[1-9]|[1-4]\\d|5[0-3])?${weekday}`).test(value),
  BYMONTHDAY: upTo(31),
  BYYEARDAY: upTo(366),
  BYWEEKNO: upTo(53),
  BYMONTH: upTo(12),
  BYSETPOS: upTo(366),
  WKST: (value) => new RegExp(`^${weekday}$`).test(value),
  RSCALE: (value) => /^[A-Z-]+$/.test(value),
  SKIP: (value) => /^(OMIT|BACKWARD|FORWARD)$/.test(value),
}

const frequent = new Set(['HOURLY', 'MINUTELY', 'SECONDLY'])
/** Periods that the library looks at: enough for a daily rule since 1970. */
const maxIterations = 50_000
/** Periods in which the first match is searched for. */
const maxForFirst = 3000
/** As many as fit into two centuries of days. */
const maxCount = 73_000

/** A rule from `start`. Throws `Unreadable` if it has an unknown part or value, since it could mean anything. */
export function createRule(raw: string, line: number, start: number): Rule {
  const refuse = (text: string) =>
    new Unreadable(line, `“${brief(text)}” is not a rule for repeating (RRULE).`)
  const values = new Map<string, string>()
  for (const part of raw.toUpperCase().replaceAll(/\s/g, '').split(';').filter(Boolean)) {
    const [name = '', value = ''] = part.split(/=(.*)/s)
    if (values.has(name) || !parts[name]?.(value)) throw refuse(part)
    values.set(name, value)
  }
  const frequency = values.get('FREQ')
  if (frequency === undefined) throw refuse(raw)
  const count = values.get('COUNT')
  if (count !== undefined) values.set('COUNT', String(Math.min(Number(count), maxCount)))
  const text = [...values]
    .filter(([name]) => name !== 'UNTIL')
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
  const rule = (most: number) =>
    new RRuleTemporal({
      rruleString: `DTSTART:${basic(start)}\nRRULE:${text}`,
      maxIterations: most,
      cache: false,
    })
  const isFrequent = frequent.has(frequency)
  let whole: RRuleTemporal
  try {
    whole = rule(maxIterations)
  } catch {
    throw refuse(raw)
  }
  return {
    until: untilOf(values.get('UNTIL') ?? ''),
    isFrequent,
    isEmpty: !isFrequent && !hasFirst(rule(maxForFirst), start),
    between: (from, to) =>
      whole
        .between(new Date(Math.max(from, start)), new Date(to), true)
        .map(({ epochMilliseconds }) => epochMilliseconds),
  }
}

function hasFirst(rule: RRuleTemporal, start: number): boolean {
  try {
    return rule.next(new Date(start - 1), true) !== null
  } catch {
    return false
  }
}

function untilOf(text: string): Until | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, zulu] = match
  const date = `${year}-${month}-${day}`
  const isDay = hour === undefined
  const clock = Date.parse(isDay ? `${date}T00:00:00Z` : `${date}T${hour}:${minute}:${second}Z`)
  const isReal = !Number.isNaN(clock) && new Date(clock).toISOString().startsWith(date)
  return isReal ? { text: date, clock, isDay, isUtc: zulu === 'Z' } : undefined
}

/** `20270114T120000Z`. */
function basic(clock: number): string {
  return `${new Date(clock).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}
