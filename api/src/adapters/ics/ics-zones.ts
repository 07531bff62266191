import { isTimeZone, momentAt, withOffset } from '@portal/domain/zone-time'
import { findIana } from 'windows-iana'
import type { IcsComponent, Problem } from './ics-components.ts'
import { type IcsProperty, propertiesOf } from './ics-properties.ts'
import { createRule, type Rule } from './ics-rules.ts'

/** A zone's clock. */
export type Zone = {
  /** The moment of `2027-01-14T12:00:00`; undefined if it isn't a time. */
  momentAt: (local: string) => Date | undefined
  localAt: (moment: Date) => string
  /** An unknown zone is read by the foundation's clock; its times aren't shown. */
  isKnown: boolean
}

/** The zone of a TZID; of a time without one, the foundation's. */
export type ZoneOf = (tzid: string | undefined) => Zone

export const utc = namedZone('UTC')

/** The zones that calendar objects define by their names in lower case; the first definition of a name counts. */
export type ZoneDefinitions = ReadonlyMap<string, Zone>

/**
 * Resolves the names of one calendar object: an IANA name, even at the end of a path of its own; a zone that the object
 * defines, or another object of the file; or Windows's name of a zone. Offsets are names too, such as `GMT-05:00`.
 */
export function zoneReader(
  foundationZone: string,
  own: ZoneDefinitions,
  others: ZoneDefinitions,
): ZoneOf {
  const foundation = namedZone(foundationZone)
  const unknown = { ...foundation, isKnown: false }
  const known = new Map<string, Zone>()
  const find = (tzid: string): Zone => {
    const iana = ianaName(tzid)
    if (iana !== undefined) return namedZone(iana)
    const name = tzid.toLowerCase()
    const defined = own.get(name) ?? others.get(name)
    if (defined) return defined
    const windows = findIana(tzid).find((zone) => isTimeZone(zone))
    return windows === undefined ? unknown : namedZone(windows)
  }
  return (tzid) => {
    const name = tzid?.trim().replace(/^"(.*)"$/, '$1')
    if (name === undefined) return foundation
    const zone = known.get(name) ?? find(name)
    known.set(name, zone)
    return zone
  }
}

function namedZone(name: string): Zone {
  return {
    momentAt: (local) => momentAt(local, name),
    localAt: (moment) => withOffset(moment, name).slice(0, 19),
    isKnown: true,
  }
}

function ianaName(tzid: string): string | undefined {
  if (tzid === '') return undefined
  if (isTimeZone(tzid)) return tzid
  // Some programs put the IANA name at the end of a path of their own.
  const ending = /[A-Z]\w+(?:\/[\w+-]+)+$/i.exec(tzid)?.[0]
  const parts = ending?.split('/') ?? []
  const endings = parts.map((_, index) => parts.slice(index).join('/'))
  const offset = /^(?:UTC|GMT)([+-]\d{2}):?(\d{2})$/i.exec(tzid)
  return [...endings.slice(0, -1), ...(offset ? [`${offset[1]}:${offset[2]}`] : [])].find(
    (candidate) => isTimeZone(candidate),
  )
}

const day = 24 * 60 * 60 * 1000
const zoneNames = new Set(['tzid', 'x-lic-location'])
const sectionNames = new Set(['dtstart', 'tzoffsetfrom', 'tzoffsetto', 'rrule', 'rdate'])
/** The years whose clock changes are computed. */
const [firstYear, lastYear] = [Date.UTC(1969, 0), Date.UTC(2101, 0)]

/** The zones that a calendar object defines. A definition that can't be read is a problem, and its zone stays unknown. */
export function definedZones(object: IcsComponent): {
  zones: Map<string, Zone>
  problems: Problem[]
} {
  const zones = new Map<string, Zone>()
  const problems: Problem[] = []
  for (const component of object.parts.filter(({ name }) => name === 'VTIMEZONE')) {
    const { properties } = propertiesOf(component, zoneNames)
    const valueOf = (name: string) =>
      properties.find((property) => property.name === name)?.raw.trim()
    const tzid = valueOf('tzid')?.replaceAll(/\\([,;\\])/g, '$1')
    if (tzid === undefined || zones.has(tzid.toLowerCase()) || ianaName(tzid)) continue
    const location = valueOf('x-lic-location')
    const zone =
      location !== undefined && isTimeZone(location) ? namedZone(location) : changingZone(component)
    if (zone) zones.set(tzid.toLowerCase(), zone)
    else {
      const message = `The definition of the time zone “${tzid}” can’t be read.`
      problems.push({ line: component.line, message })
    }
  }
  return { zones, problems }
}

/** A change of the clock: from when, in UTC, and the offsets before and after, in ms. */
type Change = { at: number; before: number; after: number }

function changingZone({ parts }: IcsComponent): Zone | undefined {
  const sections = parts.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT')
  let changes: Change[]
  try {
    changes = sections.flatMap(changesOf).toSorted((a, b) => a.at - b.at)
  } catch {
    return undefined
  }
  const [first] = changes
  if (!first) return undefined
  const offsetAt = (moment: number) =>
    changes.findLast(({ at }) => at <= moment)?.after ?? first.before
  return {
    isKnown: true,
    localAt: (moment) =>
      new Date(moment.getTime() + offsetAt(moment.getTime())).toISOString().slice(0, 19),
    momentAt(local) {
      const clock = Date.parse(`${local}Z`)
      if (Number.isNaN(clock)) return undefined
      // As with IANA zones: the first of a time that occurs twice, and the earlier offset of one that is skipped.
      const [before, after] = [offsetAt(clock - day), offsetAt(clock + day)]
      const isRight = (offset: number) => offsetAt(clock - offset) === offset
      return new Date(clock - (isRight(before) || !isRight(after) ? before : after))
    },
  }
}

function changesOf(section: IcsComponent): Change[] {
  const { properties } = propertiesOf(section, sectionNames)
  const all = (name: string) => properties.filter((property) => property.name === name)
  const [before, after] = [offsetIn(all('tzoffsetfrom')[0]), offsetIn(all('tzoffsetto')[0])]
  const start = clockIn(all('dtstart')[0]?.values[0])
  const rules = all('rrule').map(({ raw, line }) => createRule(raw, line, start))
  const extra = all('rdate').flatMap(({ values }) => values.map((value) => clockIn(value)))
  const onsets = [start, ...extra, ...rules.flatMap((rule) => onsetsOf(rule, before))]
  return onsets.map((clock) => ({ at: clock - before, before, after }))
}

function onsetsOf({ until, between }: Rule, before: number): number[] {
  const last = until?.isUtc ? until.clock + before : (until?.clock ?? Infinity)
  return between(firstYear, lastYear).filter((clock) => clock <= last)
}

function clockIn(value: unknown): number {
  const clock = Date.parse(`${String(value).replace(/Z$/, '')}Z`)
  if (Number.isNaN(clock)) throw new Error(`${String(value)} is not a time.`)
  return clock
}

function offsetIn(property: IcsProperty | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})(?::?(\d{2}))?$/.exec(property?.raw.trim() ?? '')
  if (!match) throw new Error('An offset is missing.')
  const [, sign, hours, minutes, seconds = 0] = match
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -size : size
}
