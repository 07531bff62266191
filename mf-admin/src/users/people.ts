import { containsWords } from '@portal/domain/contains-words'
import { type User } from '@portal/contract/users'
import { isGoogleUser } from '@portal/domain/google-user'
import type { Sort as TableSort } from '@portal/shared-ui/table'

/** A row of either table. */
export type ListedPerson = {
  /** The display name, else the e-mail. */
  name: string
  email: string
  /** Absent for a designated person who has never signed in. */
  user: User | undefined
  admin: boolean
}

/** A table's rows: the people found by the search, in order, and the total. */
export type FoundPeople = { people: ListedPerson[]; total: number }

export const peopleOrders = ['name', 'email', 'status'] as const
export type Sort = TableSort<(typeof peopleOrders)[number]>

/** People who sign in with Google, and designated people who haven't signed in yet. */
export function googlePeople(users: User[], designated: string[] | undefined): ListedPerson[] {
  const accounts = users.filter(isGoogleUser)
  const known = new Set(accounts.map(({ email }) => email))
  const listed = new Set(designated)
  return [
    ...accounts.map((user) =>
      // If the list can't be read, the accounts contain the API's result.
      personOf(user, designated ? listed.has(user.email) : user.isAdmin),
    ),
    ...[...listed]
      .filter((email) => !known.has(email))
      .map((email) => ({ name: email, email, user: undefined, admin: true })),
  ]
}

export function passwordPeople(users: User[]): ListedPerson[] {
  return users.filter((user) => !isGoogleUser(user)).map((user) => personOf(user, false))
}

function personOf(user: User, admin: boolean): ListedPerson {
  return { name: user.displayName || user.email, email: user.email, user, admin }
}

/** The people whose name and e-mail contain every word of the search, ignoring case and accents. */
export function matchingPeople(people: ListedPerson[], search: string): ListedPerson[] {
  if (search.trim() === '') return people
  return people.filter(({ name, email }) => containsWords(`${name} ${email}`, search))
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Equal rows are sorted by e-mail. Sorted by status, admins and people who can sign in come first. */
export function sortedPeople(people: ListedPerson[], { by, down }: Sort): ListedPerson[] {
  const compare = (a: ListedPerson, b: ListedPerson) =>
    by === 'status' ? rank(a) - rank(b) : collator.compare(a[by], b[by])
  return people.toSorted(
    (a, b) => (down ? compare(b, a) : compare(a, b)) || collator.compare(a.email, b.email),
  )
}

function rank({ admin, user }: ListedPerson): number {
  return (admin ? 0 : 2) + (user?.disabled ? 1 : 0)
}
