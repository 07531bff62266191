import { slugOf } from './slug.ts'

/** The body that every foundation has. */
export const boardId = 'board'

/** How many committees there may be, and the longest texts in characters. */
export const bodyLimits = { count: 20, id: 60, name: 100, purpose: 1000 } as const

/** The colors that tell bodies apart in lists, with their names. A color never stands alone: the body's name is next to it. */
export const bodyColors = {
  blue: 'Blue',
  teal: 'Teal',
  green: 'Green',
  orange: 'Orange',
  red: 'Red',
  purple: 'Purple',
} as const
export type BodyColor = keyof typeof bodyColors

/** Who sees a body's meetings: every member, or anyone with a term in it today. */
export type OpenTo = 'members' | 'terms'

export function openToOf(id: string): OpenTo {
  return id === boardId ? 'members' : 'terms'
}

/**
 * Whether a text is the id of a body: letters, digits and single hyphens. It never ends in a hyphen and digits, because
 * `2026-11-12-finance-2` is the second meeting of `finance` that day.
 */
export function isBodyId(id: string): boolean {
  return id.length <= bodyLimits.id && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) && !/-\d+$/.test(id)
}

/** Whether a meeting's title is its body's name, which would otherwise be shown twice. */
export function isNamedAfterBody(title: string, { name }: { name: string }): boolean {
  return title.toLowerCase() === name.toLowerCase()
}

/** The id that a name gives a body: "Audit & Risk" is `audit-and-risk`; empty if no letter of it can be part of one. */
export function bodyId(name: string): string {
  return slugOf(name).replace(/(-\d+)+$/, (numbers) => numbers.replaceAll('-', ''))
}
