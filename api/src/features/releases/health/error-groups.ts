import { mostErrorPeople } from '@portal/domain/release-errors'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { releaseKey } from '../release-records.ts'
import type { CleanedError } from './error-cleaning.ts'
import { type ErrorGroup, errorsCollection } from './error-records.ts'

/** An error in a browser: what it was, and the person’s hash. */
export type ReportedError = CleanedError & {
  person: string
  /** In ms since 1970. */
  at: number
}

export type CountedErrors = { groups: readonly ErrorGroup[]; others: number }

const most = {
  groups: 50,
  /** One account must not fill the list with errors that nobody else has. */
  ofOnePerson: 10,
  people: mostErrorPeople,
} as const
const hour = 3_600_000
/** How long an error is kept after it last occurred, as long as sessions are; in hours. */
const keptFor = 31 * 24

/** The errors that occurred in the last 31 days. */
export function recentErrors({ groups, others }: CountedErrors, at: number): CountedErrors {
  const now = Math.floor(at / hour)
  return { groups: groups.filter(({ last }) => now - last < keptFor), others }
}

/** The counted errors with new ones added. */
export function withErrors(
  known: CountedErrors,
  reported: readonly ReportedError[],
): CountedErrors {
  return reported.reduce(withError, known)
}

function withError(
  { groups, others }: CountedErrors,
  { person, at, ...error }: ReportedError,
): CountedErrors {
  const now = Math.floor(at / hour)
  const same = groups.find(({ id }) => id === error.id)
  if (same) {
    const isNew = !same.people.includes(person) && same.people.length < most.people
    const added: ErrorGroup = {
      ...same,
      message: error.message,
      count: same.count + 1,
      first: Math.min(same.first, now),
      last: Math.max(same.last, now),
      people: isNew ? [...same.people, person] : same.people,
    }
    return { groups: groups.map((group) => (group === same ? added : group)), others }
  }
  const own = groups.filter(({ people }) => people.length === 1 && people[0] === person)
  if (groups.length >= most.groups || own.length >= most.ofOnePerson) {
    return { groups, others: others + 1 }
  }
  const group: ErrorGroup = { ...error, count: 1, first: now, last: now, people: [person] }
  return { groups: [...groups, group], others }
}

export type ReleaseErrorCounts = {
  /** Adds the reports about one release; instances add up. */
  add: (remote: string, release: string, errors: readonly ReportedError[]) => Promise<void>
  of: (remote: string, release: string) => Promise<CountedErrors>
}

/** The counted errors, one document per release; previews have their own collection. */
export function createErrorCounts(
  store: DocumentStore,
  now: () => Date,
  kept = errorsCollection,
): ReleaseErrorCounts {
  return {
    async add(remote, release, errors) {
      if (errors.length === 0) return
      const key = releaseKey(remote, release)
      await store.transaction(async (transaction) => {
        const lists = kept.in(transaction)
        const stored = await lists.get(key)
        const recent = recentErrors(stored ?? noErrors, now().getTime())
        const { groups, others } = withErrors(recent, errors)
        await lists.put(key, { remote, release, groups: [...groups], others }, stored)
      })
    },
    async of(remote, release) {
      const stored = await kept.in(store).get(releaseKey(remote, release))
      return recentErrors(stored ?? noErrors, now().getTime())
    },
  }
}

const noErrors: CountedErrors = { groups: [], others: 0 }
