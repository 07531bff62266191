import { plainText } from './contains-words.ts'

/** The part of a card's id that names it among its kind. */
export const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** In characters. */
export const longestSlug = 60

/** The part of an id that a name gives a card of the foundation's own; empty if no letter of it can be part of one. */
export function slugOf(name: string): string {
  const letters = plainText(name).replaceAll(/['’]/g, '').replaceAll('&', ' and ')
  const words = letters.match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, longestSlug).replace(/-$/, '')
}
