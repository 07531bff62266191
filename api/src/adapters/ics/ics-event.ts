import { hash } from 'node:crypto'
import ICAL from 'ical.js'
import type { EventWords } from '../../features/calendar/described-event.ts'
import type { IcsComponent, Problem } from './ics-components.ts'
import { brief, type IcsProperty, propertiesOf, Unreadable } from './ics-properties.ts'
import { createRule, type Rule } from './ics-rules.ts'
import { clockOf, type IcsTime, isDay, momentOf, timeOf } from './ics-times.ts'
import type { ZoneOf } from './ics-zones.ts'

/** One VEVENT: a single event, a series, or the replacement of one occurrence (or of all from one on). */
export type IcsEvent = {
  uid: string
  line: number
  start: IcsTime
  /** In ms; 0 if it has no end. */
  length: number
  rules: Rule[]
  /** Occurrences apart from the rules; with their own length, or the event's. */
  extra: { start: IcsTime; length: number | undefined }[]
  /** Rules and times that are left out. */
  exceptRules: Rule[]
  excluded: IcsTime[]
  /** The original start of the occurrence that it replaces. */
  replaces: (IcsTime & { line: number }) | undefined
  /** It also replaces all later occurrences (`RANGE=THISANDFUTURE`). */
  andFuture: boolean
  isCancelled: boolean
  sequence: number
  /** The content apart from when it was last written, to find copies of the same event. */
  content: string
  words: EventWords
  /** Whether it states a class, instead of leaving it to its series. */
  hasClass: boolean
}

const names = new Set([
  'uid',
  'dtstart',
  'dtend',
  'duration',
  'rrule',
  'exrule',
  'rdate',
  'exdate',
  'recurrence-id',
  'status',
  'sequence',
  'class',
  'transp',
  'summary',
  'location',
  'description',
  'url',
  'conference',
  'x-google-conference',
  'x-google-hangout',
  'x-microsoft-skypeteamsmeetingurl',
  'x-zoom-meeting-url',
  'x-zoommeetingurl',
])
const hangouts = new Set([...names].filter((name) => name.startsWith('x-')))

/** Longer ids don't fit into an address. */
const maxUid = 400

/** Reads one event. Undefined if it can't be shown; what can't be read is listed in any case. */
export function readEvent(
  component: IcsComponent,
  zoneOf: ZoneOf,
): { event: IcsEvent | undefined; problems: Problem[] } {
  const { properties, problems } = propertiesOf(component, names)
  const first = (name: string) => properties.find((property) => property.name === name)
  const all = (name: string) => properties.filter((property) => property.name === name)
  const words = wordsOf(properties)
  const title = words.isPrivate ? 'Busy' : words.summary?.trim()
  const report = (line: number, message: string) => problems.push({ line, message })
  const listed = () =>
    problems.map((problem) => ({ ...problem, ...(title ? { event: title } : {}) }))

  /** The times of a list; those that can't be read are reported and left out. */
  const timesOf = (name: string): { start: IcsTime; length: number | undefined }[] =>
    all(name).flatMap((property) =>
      property.values.flatMap((value, index) => {
        try {
          const start = timeOf(property, zoneOf, index)
          if (!start.zone.isKnown) report(property.line, unknownZone(property).message)
          return [{ start, length: periodLength(value, start, property, zoneOf) }]
        } catch (error) {
          if (!(error instanceof Unreadable)) throw error
          report(error.line, error.message)
          return []
        }
      }),
    )

  try {
    const broken = problems.find(({ line }) => isEssential(component, line))
    if (broken) throw new Unreadable(broken.line, broken.message)
    const startProperty = first('dtstart')
    if (!startProperty) throw new Unreadable(component.line, 'This event has no start (DTSTART).')
    const start = timeOf(startProperty, zoneOf)
    if (!start.zone.isKnown) report(startProperty.line, unknownZone(startProperty).message)
    const rulesOf = (name: string) =>
      all(name).map(({ raw, line }) => createRule(raw, line, clockOf(start.local)))
    const rules = rulesOf('rrule').filter((rule, index) => {
      const { line } = all('rrule')[index]!
      if (rule.isFrequent) {
        report(line, 'It repeats more often than daily, so only its first time is shown.')
      } else if (rule.isEmpty) {
        report(line, 'Its rule for repeating matches no day, so only its first time is shown.')
      }
      return !rule.isFrequent && !rule.isEmpty
    })
    const replaced = first('recurrence-id')
    const event: IcsEvent = {
      uid: uidOf(component, first('uid')),
      line: component.line,
      start,
      length: lengthOf(start, first('dtend'), first('duration'), zoneOf, report),
      rules,
      extra: timesOf('rdate'),
      exceptRules: rulesOf('exrule'),
      excluded: excludedTimes(all('exdate'), start, zoneOf, report),
      replaces: replaced && { ...timeOf(replaced, zoneOf), line: replaced.line },
      andFuture: replaced?.parameters['range']?.toUpperCase() === 'THISANDFUTURE',
      isCancelled: first('status')?.raw.trim().toUpperCase() === 'CANCELLED',
      sequence: Number.parseInt(first('sequence')?.raw ?? '0', 10) || 0,
      content: contentOf(component),
      words,
      hasClass: first('class') !== undefined,
    }
    return { event, problems: listed() }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    if (!problems.some(({ line }) => line === error.line)) report(error.line, error.message)
    return { event: undefined, problems: listed() }
  }
}

/** Whether a line decides when the event is, so that it can't be shown without it. */
function isEssential({ lines }: IcsComponent, number: number): boolean {
  const text = lines.find((line) => line.number === number)?.text ?? ''
  return /^\s*(DTSTART|RECURRENCE-ID)\b/i.test(text)
}

function unknownZone({ line, parameters }: IcsProperty): Unreadable {
  return new Unreadable(line, `The time zone “${brief(parameters['tzid'] ?? '')}” is unknown.`)
}

/** An event without a UID gets one that stays the same while the event does. */
function uidOf(component: IcsComponent, property: IcsProperty | undefined): string {
  const uid = property?.raw.trim().replaceAll(/\\([,;\\])/g, '$1')
  if (uid) return uid.length > maxUid ? hash('sha256', uid) : uid
  return `event-${hash('sha256', contentOf(component)).slice(0, 16)}`
}

function contentOf({ lines }: IcsComponent): string {
  return lines
    .map(({ text }) => text)
    .filter((text) => !/^(DTSTAMP|CREATED|LAST-MODIFIED)\b/i.test(text))
    .join('\n')
}

type Report = (line: number, message: string) => void

function lengthOf(
  start: IcsTime,
  end: IcsProperty | undefined,
  duration: IcsProperty | undefined,
  zoneOf: ZoneOf,
  report: Report,
): number {
  try {
    if (end) {
      const time = timeOf(end, zoneOf)
      if (start.zone.isKnown && !time.zone.isKnown) throw unknownZone(end)
      if (isDay(start) || isDay(time)) {
        return Math.max(0, clockOf(time.local.slice(0, 10)) - clockOf(start.local.slice(0, 10)))
      }
      return Math.max(0, momentOf(time)!.getTime() - momentOf(start)!.getTime())
    }
    return duration ? durationOf(duration.raw, duration.line) : 0
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    report(error.line, error.message)
    return 0
  }
}

/** In ms. */
function durationOf(text: string, line: number): number {
  const trimmed = text.trim().toUpperCase()
  if (!/^[+-]?P(\d+[WD])?(T(\d+[HMS])+)?$/.test(trimmed) || !/\d/.test(trimmed)) {
    throw new Unreadable(line, `“${brief(text)}” is not a duration.`)
  }
  return Math.max(0, ICAL.Duration.fromString(trimmed.replace(/^\+/, '')).toSeconds() * 1000)
}

/** The length of an RDATE that is a period: a start and an end, or a start and a duration. */
function periodLength(
  value: unknown,
  start: IcsTime,
  property: IcsProperty,
  zoneOf: ZoneOf,
): number | undefined {
  if (!Array.isArray(value)) return undefined
  const last: unknown = value[1]
  if (/P/i.test(String(last))) return durationOf(String(last), property.line)
  const end = timeOf({ ...property, values: [last] }, zoneOf)
  return Math.max(0, momentOf(end)!.getTime() - momentOf(start)!.getTime())
}

/** Times in the zone of the start are right even if that zone is unknown. */
function excludedTimes(
  properties: IcsProperty[],
  start: IcsTime,
  zoneOf: ZoneOf,
  report: Report,
): IcsTime[] {
  return properties.flatMap((property) =>
    property.values.flatMap((_, index) => {
      try {
        const time = timeOf(property, zoneOf, index)
        if (!time.zone.isKnown && start.zone.isKnown) throw unknownZone(property)
        return [time]
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        report(error.line, `${error.message} A date that is left out may be shown.`)
        return []
      }
    }),
  )
}

function wordsOf(properties: IcsProperty[]): EventWords {
  const textOf = (name: string) =>
    properties
      .filter((property) => property.name === name)
      .map(({ values }) => String(values[0]))
      .find((text) => text.trim() !== '')
  const rawOf = (name: string) => properties.find((property) => property.name === name)?.raw.trim()
  const conferences = properties.filter(({ name }) => name === 'conference')
  const addressOf = ({ raw }: IcsProperty) => raw.replaceAll(/\\([,;\\])/g, '$1')
  const isVideo = ({ parameters }: IcsProperty) => /VIDEO/i.test(parameters['feature'] ?? '')
  return {
    summary: textOf('summary'),
    location: textOf('location'),
    description: textOf('description'),
    url: rawOf('url'),
    conferences: [
      ...conferences.filter(isVideo),
      ...conferences.filter(({ parameters }) => parameters['feature'] === undefined),
      ...properties.filter(({ name }) => hangouts.has(name)),
    ].map(addressOf),
    isFree: rawOf('transp')?.toUpperCase() === 'TRANSPARENT',
    // A class that isn't known counts as private (RFC 5545, 3.8.1.3).
    isPrivate: (rawOf('class') ?? 'PUBLIC').toUpperCase() !== 'PUBLIC',
  }
}
