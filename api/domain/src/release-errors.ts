import { counted } from './counted.ts'
import { fewestPreviewers } from './preview-words.ts'

type Place = { file: string; line: number; column: number }

type Frame = Place & {
  from: 'release' | 'portal' | 'otherRemote'
  name?: string | undefined
  source?: Place | undefined
}

/** How many people of an error are counted. */
export const mostErrorPeople = 100

const owners = { release: '', portal: 'portal ', otherRemote: 'another remote ' } as const

/** `src/agenda-screen.tsx:11:3`, or without a source map `container.4f.js:1:2345 (Kr)`. */
export function frameText({ from, name, source, ...place }: Frame): string {
  const { file, line, column } = source ?? place
  const inScript = source || name === undefined ? '' : ` (${name})`
  return `${owners[from]}${file}:${line}:${column}${inScript}`
}

type Numbers = {
  count?: number | undefined
  people?: number | undefined
  /** Hours, ISO 8601. */
  first: string
  last: string
}

/** `23 times, of 4 people, Nov 22, 9 AM to Nov 23, 10 AM`. `timeOf` formats an hour. */
export function errorNumbers(
  { count, people, first, last }: Numbers,
  timeOf: (hour: string) => string,
): string {
  const when = first === last ? timeOf(first) : `${timeOf(first)} to ${timeOf(last)}`
  if (count === undefined || people === undefined) {
    return `Its numbers are shown once ${fewestPreviewers} people had it; ${when}`
  }
  const of =
    people >= mostErrorPeople
      ? `${mostErrorPeople} people or more`
      : counted(people, 'person', 'people')
  return `${counted(count, 'time')}, of ${of}, ${when}`
}

/** What a session was doing when it failed. */
const stages: Record<string, string> = {
  check: 'before its code ran',
  download: 'while its files were loading',
  start: 'while it started',
  render: 'on a page',
}

/** `3 on a page, 1 while it started`; undefined if it isn't known. */
export function stagesInWords(failed: Record<string, number> = {}): string | undefined {
  const known = Object.entries(failed).toSorted(([, a], [, b]) => b - a)
  if (known.length === 0) return undefined
  return known.map(([stage, count]) => `${count} ${stages[stage] ?? stage}`).join(', ')
}

/** `3 more errors aren't listed`; undefined if there are none. */
export function otherErrors(others: number): string | undefined {
  if (others === 0) return undefined
  return `${counted(others, 'more error')} of other kinds ${others === 1 ? 'isn’t' : 'aren’t'} listed.`
}

export const noMapsSentence =
  'It was published without source maps, so places are those in its scripts.'
