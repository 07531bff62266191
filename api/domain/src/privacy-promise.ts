/**
 * What a member reads and writes is returned to that member alone. docs/security.md lists every place that promises it,
 * and a test compares the list with the sources.
 */
type What = 'it' | 'them'

/** For the member. */
export function onlyYouSee(what: What): string {
  return `Only you can see ${what}: not the other members, not the staff, not the admins.`
}

/** For those who use the API. */
export function nobodyElseReceives(what: What): string {
  return `Nobody else receives ${what}.`
}
