import type { DirectoryEntry } from '@portal/contract/directory'
import { bodyLimits } from '@portal/domain/bodies'
import { byName } from '@portal/domain/directory-people'
import type { Day } from '@portal/domain/days'
import { termState } from '@portal/domain/terms'
import { termsFromRole } from '@portal/domain/terms-from-roles'
import type { KnownBodies } from './bodies-queries.ts'

export type Proposal = ReturnType<typeof termsFromRole>[number] & {
  /** The person and the body. */
  key: string
  person: string
  personName: string
  role: string
  /** The committee has to be added first. */
  isNew: boolean
}

/**
 * The terms that the roles in the directory imply, by the people's names, without those that a person has or had, or
 * will have. Committees beyond the number that there may be are left out.
 */
export function proposedTerms(
  entries: readonly DirectoryEntry[],
  { bodies, terms }: KnownBodies,
  today: Day,
): Proposal[] {
  const active = bodies.filter(({ state }) => state === 'active')
  const known = new Set(bodies.map(({ id }) => id))
  const added = new Set<string>()
  const hasTerm = (person: string, body: string) =>
    terms.some(
      (term) => term.person === person && term.body === body && termState(term, today) !== 'past',
    )
  return entries.toSorted(byName).flatMap((entry) =>
    termsFromRole(entry, active).flatMap((proposed) => {
      const { body } = proposed
      const isNew = !known.has(body)
      const isDissolved = !isNew && !active.some(({ id }) => id === body)
      if (isDissolved || hasTerm(entry.id, body)) return []
      if (isNew && !added.has(body)) {
        if (bodies.length + added.size > bodyLimits.count) return []
        added.add(body)
      }
      const { id: person, name: personName, role } = entry
      return [{ ...proposed, key: `${person} ${body}`, person, personName, role, isNew }]
    }),
  )
}
