import { type Day, dayAfter, dayInWords } from './days.ts'

/** The offices of a body, in the order of its lists, with their names. */
export const officeNames = {
  chair: 'Chair',
  'vice-chair': 'Vice chair',
  secretary: 'Secretary',
  treasurer: 'Treasurer',
  member: 'Member',
  observer: 'Observer',
  staff: 'Staff',
} as const
export type Office = keyof typeof officeNames
export const offices = Object.keys(officeNames) as Office[]

/** How many terms there may be, how many one request adds, and the longest text in characters. */
export const termLimits = { count: 3000, added: 100, appointedBy: 200 } as const

/** How many days ahead a list of what expires looks. */
export const expiringDays = 90

/** Whether somebody in an office votes, unless the foundation decides otherwise. */
export function usuallyVotes(office: Office): boolean {
  return office !== 'observer' && office !== 'staff'
}

/** Both days are inclusive, in the foundation's zone. Without `to`, the term is open. */
export type TermDates = { from: Day; to?: Day | undefined }

type TermOfPerson = TermDates & { person: string; body: string; office: Office }

type TermState = 'current' | 'upcoming' | 'past'

/** What a term is on a day of the foundation's zone. Nothing else begins or ends its rights. */
export function termState({ from, to }: TermDates, today: Day): TermState {
  if (today < from) return 'upcoming'
  return to !== undefined && today > to ? 'past' : 'current'
}

export function isCurrent(term: TermDates, today: Day): boolean {
  return termState(term, today) === 'current'
}

/** The terms that end within 90 days, the earliest first, without those that the same person continues in the body. */
export function expiringTerms<T extends TermOfPerson>(terms: readonly T[], today: Day): T[] {
  const last = dayAfter(today, expiringDays)
  const ends = (term: T): term is T & { to: Day } =>
    isCurrent(term, today) && term.to !== undefined && term.to <= last
  const continues = (term: T & { to: Day }) =>
    terms.some(
      (next) =>
        next.person === term.person &&
        next.body === term.body &&
        next.from <= dayAfter(term.to) &&
        (next.to === undefined || next.to > term.to),
    )
  return terms
    .filter(ends)
    .filter((term) => !continues(term))
    .toSorted((a, b) => (a.to < b.to ? -1 : Number(a.to > b.to)))
}

/** The terms that a last day of their person shortens, or prevents from beginning. */
export function endedBy<T extends TermDates>(terms: readonly T[], last: Day): T[] {
  return terms.filter(({ to }) => to === undefined || to > last)
}

/** A person holds an office of a body once at a time. */
export function overlaps(a: TermOfPerson, b: TermOfPerson): boolean {
  const isSame = a.person === b.person && a.body === b.body && a.office === b.office
  return isSame && (a.to === undefined || b.from <= a.to) && (b.to === undefined || a.from <= b.to)
}

/** "since 1 January 2024", "from 1 January 2027", "1 January 2024 to 31 December 2026". */
export function termDatesText({ from, to }: TermDates, today: Day): string {
  if (to !== undefined) return `${dayInWords(from)} to ${dayInWords(to)}`
  return `${from > today ? 'from' : 'since'} ${dayInWords(from)}`
}

type Listed = TermDates & { office: Office; name: string }

/** By office, then by name, then the newest first. */
export function byOffice(a: Listed, b: Listed): number {
  return (
    offices.indexOf(a.office) - offices.indexOf(b.office) ||
    a.name.localeCompare(b.name, 'en') ||
    (a.from > b.from ? -1 : Number(a.from < b.from))
  )
}
