import type { CalendarProblem } from '@portal/contract/calendar'
import type { IcsLine } from './ics-times.ts'

/** A part of a calendar between BEGIN and END. */
export type IcsComponent = {
  /** In upper case. */
  name: string
  /** The line of its BEGIN. */
  line: number
  /** Its own lines, without the lines of nested components. */
  lines: IcsLine[]
  parts: IcsComponent[]
}

/** What can't be read, or only in part. */
export type Problem = CalendarProblem & { line: number }

/** Components that can't be part of an event: where one begins, an open event was never closed. */
const separate = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE'])

/** The calendar objects of a file. Only an event that isn't closed is lost. */
export function calendarObjects(lines: readonly IcsLine[]): {
  objects: IcsComponent[]
  problems: Problem[]
} {
  const objects: IcsComponent[] = []
  const problems: Problem[] = []
  const open: IcsComponent[] = []

  /** Closes components from the innermost to the one at `depth`, which alone has an END. */
  const close = (depth: number, hasEnd: boolean) => {
    while (open.length > depth) {
      const component = open.pop()!
      const isComplete = hasEnd && open.length === depth
      const { name, line } = component
      if (!isComplete && name === 'VEVENT') {
        problems.push({ line, ...named(component), message: 'This event is never closed.' })
      } else if (name === 'VCALENDAR') objects.push(component)
      else open.at(-1)?.parts.push(component)
    }
  }
  const begin = ({ number }: IcsLine, name: string) => {
    const outer = separate.has(name)
      ? open.findIndex((component) => separate.has(component.name))
      : -1
    if (name === 'VCALENDAR') close(0, false)
    else if (outer !== -1) close(outer, false)
    if (open.length === 0 && name !== 'VCALENDAR') {
      open.push({ name: 'VCALENDAR', line: number, lines: [], parts: [] })
    }
    open.push({ name, line: number, lines: [], parts: [] })
  }
  const end = ({ number }: IcsLine, name: string) => {
    const depth = open.findLastIndex((component) => component.name === name)
    if (depth !== -1) close(depth, true)
    else problems.push({ line: number, message: `END:${name} closes nothing that is open.` })
  }

  for (const line of lines) {
    const [, bound, name] = /^(BEGIN|END)\s*:\s*([\w-]+)\s*$/i.exec(line.text) ?? []
    if (bound === undefined || name === undefined) open.at(-1)?.lines.push(line)
    else (bound.toUpperCase() === 'BEGIN' ? begin : end)(line, name.toUpperCase())
  }
  close(0, false)
  return { objects, problems }
}

function named({ lines }: IcsComponent): { event?: string } {
  const isPrivate = lines.some(({ text }) => /^CLASS\b[^:]*:(?!PUBLIC\s*$)/i.test(text))
  const title = lines
    .map(({ text }) => /^SUMMARY(?:;[^:]*)?:(.+)$/i.exec(text)?.[1]?.trim())
    .find((text) => text !== undefined)
  if (isPrivate) return { event: 'Busy' }
  return title === undefined ? {} : { event: title }
}
