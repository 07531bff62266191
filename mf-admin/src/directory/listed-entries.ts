import type { DirectoryEntry } from '@portal/contract/directory'
import { containsWords } from '@portal/contract/contains-words'
import { directorySearch } from '@portal/domain/directory-fields'
import type { Sort } from '@portal/shared-ui/table'
import { sortByText } from '../shared/sort-by-text.ts'

export const entryOrders = ['name', 'role', 'email'] as const
export type EntryOrder = (typeof entryOrders)[number]

/** The entries whose searched fields contain the search's words. */
export function matchingEntries(entries: DirectoryEntry[], search: string): DirectoryEntry[] {
  const { fields } = directorySearch.admins
  return entries.filter((entry) =>
    containsWords(fields.map((name) => entry[name] ?? '').join(' '), search),
  )
}

/** Equal entries are sorted by name; entries without an e-mail come last in either order. */
export function sortedEntries(
  entries: DirectoryEntry[],
  { by, down }: Sort<EntryOrder>,
): DirectoryEntry[] {
  const byName = sortByText(entries, false, ({ name }) => name)
  return sortByText(byName, down, (entry) => entry[by] ?? '')
}
