import type { DirectoryEntry } from '@portal/contract/directory'
import { containsWords } from '@portal/contract/contains-words'
import type { Sort } from '@portal/shared-ui/table'
import { sortByText } from '../shared/sort-by-text.ts'

export const entryOrders = ['name', 'role', 'email'] as const
export type EntryOrder = (typeof entryOrders)[number]

/** The entries that contain the search's words. */
export function matchingEntries(entries: DirectoryEntry[], search: string): DirectoryEntry[] {
  return entries.filter(({ name, role, title = '', department = '', email = '', phone = '' }) =>
    containsWords(`${name} ${role} ${title} ${department} ${email} ${phone}`, search),
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
