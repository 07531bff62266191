import { plainText } from './contains-words.ts'
import {
  directoryFieldNames,
  type DirectoryFieldName,
  directorySearch,
  type FieldsWith,
} from './directory-fields.ts'
import { comparableEmail } from './email-address.ts'

/** The fields of a directory entry that finding and sorting people needs. */
type Listed = {
  id: string
  name: string
  role: string
  type: 'board' | 'staff'
} & { [K in FieldsWith<{ directorySearch: 'everybody' }>]?: string | undefined }

const names = new Intl.Collator('en', { sensitivity: 'base' })

/** Two people may have one name, so the id breaks ties. */
export function byName(a: Pick<Listed, 'name' | 'id'>, b: Pick<Listed, 'name' | 'id'>): number {
  return names.compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id))
}

/** The people whose searched fields (`directorySearch.members`) contain every word of the search. */
export function matchingPeople<P extends Listed>(
  people: readonly P[],
  search: string,
): readonly P[] {
  const words = plainText(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return people
  return people.filter((person) => {
    const text = searchedText(person)
    return words.every((word) => text.includes(word))
  })
}

/** Those of board or staff; everybody without a type. */
export function peopleOfType<P extends Listed>(
  people: readonly P[],
  type: P['type'] | undefined,
): readonly P[] {
  return type === undefined ? people : people.filter((person) => person.type === type)
}

export function countByType(people: readonly Listed[]): Record<Listed['type'], number> {
  const board = people.reduce((sum, { type }) => sum + Number(type === 'board'), 0)
  return { board, staff: people.length - board }
}

/** What tells whose entry it is. */
type Identified = { name: string; email?: string | undefined }

/**
 * Finds the entries of a person on a list: those with the person's address or, where the list or the entry has none, with
 * exactly the same name. If there are several, nobody can say which is meant.
 */
export function entriesByPerson<E extends Identified>(
  entries: readonly E[],
): (person: Identified) => readonly E[] {
  const byEmail = Map.groupBy(entries, ({ email = '' }) => comparableEmail(email))
  const byExactName = Map.groupBy(entries, ({ name }) => name.trim())
  return ({ name, email = '' }) => {
    const address = comparableEmail(email)
    const known = address === '' ? [] : (byEmail.get(address) ?? [])
    if (known.length > 0) return known
    const named = byExactName.get(name.trim()) ?? []
    return named.filter((entry) => address === '' || !entry.email)
  }
}

type Texts = { readonly [K in DirectoryFieldName]?: string | undefined }

/** The fields of an entry that a list would change: empty ones change nothing, nor does the case of an address. */
export function changedFields(entry: Texts, listed: Texts): DirectoryFieldName[] {
  return directoryFieldNames.filter((name) => {
    const text = listed[name]?.trim() ?? ''
    const before = entry[name] ?? ''
    if (text === '' || text === before) return false
    return name !== 'email' || comparableEmail(text) !== comparableEmail(before)
  })
}

/** Entries are replaced when they change, so each is folded once and not per key or request. */
const searchedTexts = new WeakMap<Listed, string>()

function searchedText(person: Listed): string {
  const known = searchedTexts.get(person)
  if (known !== undefined) return known
  const { fields } = directorySearch.members
  const text = plainText(fields.map((name) => person[name] ?? '').join(' '))
  searchedTexts.set(person, text)
  return text
}
