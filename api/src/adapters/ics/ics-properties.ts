import ICAL from 'ical.js'
import type { IcsComponent, Problem } from './ics-components.ts'
import type { IcsLine } from './ics-times.ts'

/** A property as parsed; times and texts have no escapes, `2027-01-14T12:00:00`. */
export type IcsProperty = {
  /** In lower case, as are the names of its parameters. */
  name: string
  parameters: Readonly<Record<string, string>>
  values: readonly unknown[]
  /** What is after the name and parameters, as in the file. */
  raw: string
  line: number
}

/** Why an event can't be read, with its line. */
export class Unreadable extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** The named properties of a component. A line that can't be read is reported as a separate problem. */
export function propertiesOf(
  component: IcsComponent,
  names: ReadonlySet<string>,
): { properties: IcsProperty[]; problems: Problem[] } {
  const properties: IcsProperty[] = []
  const problems: Problem[] = []
  for (const line of component.lines) {
    const name = /^\s*([\w-]+)\s*(?=[:;])/.exec(line.text)?.[1]?.toLowerCase()
    if (name === undefined) {
      problems.push({ line: line.number, message: `“${brief(line.text)}” is not a property.` })
    } else if (names.has(name)) {
      try {
        properties.push(propertyOf(name, line))
      } catch {
        problems.push({ line: line.number, message: `“${brief(line.text)}” can’t be read.` })
      }
    }
  }
  return { properties, problems }
}

/** The start of a line, for a message. */
export function brief(text: string): string {
  const most = 60
  return text.length > most ? `${text.slice(0, most)}…` : text
}

function propertyOf(name: string, { number, text }: IcsLine): IcsProperty {
  const raw = /^(?:[^":]|"[^"]*")*:(.*)$/s.exec(text)?.[1] ?? ''
  // The parser refuses some rules and accepts others that make no sense, so they are read where they are expanded.
  const isRule = name === 'rrule' || name === 'exrule'
  if (isRule) return { name, parameters: {}, values: [raw], raw, line: number }
  const [, parameters, , ...values] = ICAL.parse.property(withQuotedZone(text.trim())) as [
    string,
    Record<string, unknown>,
    string,
    ...unknown[],
  ]
  return {
    name,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([key, value]) => [key, String(value)]),
    ),
    values,
    raw,
    line: number,
  }
}

/** Some programs don't quote a zone's name that contains a colon: `TZID=(UTC-05:00) Eastern Time:20270114T120000`. */
function withQuotedZone(text: string): string {
  return text.replace(
    /;(\s*TZID)=([^";]*:[^";]*):(?=\d{8}(?:T\d{6}Z?)?(?:[,/].*)?$)/i,
    (_, name: string, zone: string) => `;${name}="${zone}":`,
  )
}
