import { type DirectoryEntry, peopleAtOnce, type PeoplePage } from '@portal/contract/directory'
import { byName, countByType, matchingPeople, peopleOfType } from '@portal/domain/directory-people'
import * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'

export type PeopleQuery = {
  search?: string | undefined
  type?: DirectoryEntry['type'] | undefined
  after?: string | undefined
}

/** All matches, by name, and how many the search finds of each type. */
type FoundPeople = { people: readonly DirectoryEntry[]; counts: PeoplePage['counts'] }

/** `sorted` must be in the order of `byName`. */
export function foundPeople(
  sorted: readonly DirectoryEntry[],
  { search = '', type }: Pick<PeopleQuery, 'search' | 'type'>,
): FoundPeople {
  const matches = matchingPeople(sorted, search)
  return { people: peopleOfType(matches, type), counts: countByType(matches) }
}

/** The page that follows `after`, the `next` of the page before. */
export function peoplePageAfter(
  { people: all, counts }: FoundPeople,
  after: string | undefined,
): PeoplePage {
  const start = after === undefined ? 0 : firstAfter(all, placeOf(after))
  const people = all.slice(start, start + peopleAtOnce)
  const isLast = start + peopleAtOnce >= all.length
  return { people, counts, ...(isLast ? {} : { next: tokenOf(people.at(-1)!) }) }
}

type Place = Pick<DirectoryEntry, 'name' | 'id'>

/** The index of the first person after a place in the order of `byName`; that person may be gone. */
function firstAfter(all: readonly DirectoryEntry[], place: Place): number {
  let from = 0
  let to = all.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (byName(all[middle]!, place) > 0) to = middle
    else from = middle + 1
  }
  return from
}

const place = z.tuple([z.string(), z.string()])

function tokenOf({ name, id }: Place): string {
  return Buffer.from(JSON.stringify([name, id])).toString('base64url')
}

function placeOf(token: string): Place {
  try {
    const [name, id] = place.parse(JSON.parse(Buffer.from(token, 'base64url').toString()))
    return { name, id }
  } catch (cause) {
    throw new Refusal('badRequest', 'This page of the list no longer exists. Please start again.', {
      cause,
    })
  }
}
