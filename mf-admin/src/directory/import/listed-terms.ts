import type { Body } from '@portal/contract/bodies'
import { bodyId } from '@portal/domain/bodies'
import { plainText } from '@portal/domain/contains-words'
import { type Day, isDay } from '@portal/domain/days'
import { type Office, officeNames, usuallyVotes } from '@portal/domain/terms'
import { officeIn } from '@portal/domain/terms-from-roles'

/** The columns of a term. */
export const termColumns = {
  body: 'Body',
  office: 'Office',
  voting: 'Votes',
  from: 'First day',
  to: 'Last day',
} as const
export type TermColumn = keyof typeof termColumns
export const termColumnNames = Object.keys(termColumns) as TermColumn[]

/** A term of a person on the list. */
export type ListedTerm = {
  body: { id: string; name: string; isNew: boolean }
  office: Office
  voting: boolean
  from: Day
  to?: Day
}

type ListedBody = Pick<Body, 'id' | 'name' | 'state'>

/** The term of a line, or why it isn't one; neither if its cells are empty. */
export function listedTerm(
  cells: Readonly<Record<TermColumn, string>>,
  bodies: readonly ListedBody[],
): { term?: ListedTerm; problems: string[] } {
  if (termColumnNames.every((column) => cells[column] === '')) return { problems: [] }
  const [from, to] = [dayIn(cells.from), dayIn(cells.to)]
  const office = cells.office === '' ? 'member' : officeIn(plainText(cells.office))
  const voting = votesIn(cells.voting)
  const body = bodyIn(cells.body, bodies)
  const isOver = from !== undefined && to !== undefined && to < from
  const problems = [
    ...(body ? [] : [cells.body === '' ? 'Body is missing' : `${cells.body} can’t be a body`]),
    ...(body?.state === 'dissolved' ? [`${body.name} is dissolved`] : []),
    ...(office ? [] : [`Office is none of these: ${Object.values(officeNames).join(', ')}`]),
    ...(voting === 'unknown' ? ['Votes is neither yes nor no'] : []),
    ...(from === undefined ? [`First day ${dayProblem(cells.from)}`] : []),
    ...(cells.to !== '' && to === undefined ? [`Last day ${dayProblem(cells.to)}`] : []),
    ...(isOver ? ['The term ends before it begins'] : []),
  ]
  if (problems.length > 0 || !body || !office || voting === 'unknown' || from === undefined) {
    return { problems }
  }
  const { id, name } = body
  const term = {
    body: { id, name, isNew: body.state === 'new' },
    office,
    voting: voting ?? usuallyVotes(office),
    from,
    ...(to === undefined ? {} : { to }),
  }
  return { term, problems }
}

function bodyIn(text: string, bodies: readonly ListedBody[]) {
  const plain = plainText(text)
  const id = bodyId(text)
  const known = bodies.find((body) => plainText(body.name) === plain || body.id === id)
  return known ?? (id === '' ? undefined : { id, name: text, state: 'new' as const })
}

/** Undefined for an empty cell. */
function votesIn(text: string): boolean | 'unknown' | undefined {
  const plain = plainText(text)
  if (plain === '') return undefined
  if (['yes', 'y', 'true', 'x', '1', 'voting'].includes(plain)) return true
  return ['no', 'n', 'false', '0', 'nonvoting', 'non-voting'].includes(plain) ? false : 'unknown'
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** `2026-01-31`, "31 January 2026" or "Jan 31, 2026". Whether 1/2 is in January or February, nobody can say. */
function dayIn(text: string): Day | undefined {
  if (isDay(text)) return text
  const [, date = '', before = '', after = '', other = '', year = ''] =
    /^(?:(\d{1,2})\.?\s+([a-z]+)|([a-z]+)\s+(\d{1,2})),?\s+(\d{4})$/i.exec(text) ?? []
  const month = months.indexOf((before || after).slice(0, 3).toLowerCase()) + 1
  const day = `${year}-${String(month).padStart(2, '0')}-${(date || other).padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

function dayProblem(text: string): string {
  return text === '' ? 'is missing' : 'must be written as 2026-01-31 or 31 January 2026'
}
