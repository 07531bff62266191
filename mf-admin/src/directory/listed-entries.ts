import type { DirectoryEntry } from '@portal/contract/directory'
import { holdsWords } from '@portal/contract/find-words'
import type { Sort } from '@portal/shared-ui/table'

export const orders = ['name', 'role', 'email'] as const
export type EntryOrder = (typeof orders)[number]

/** The entries whose words hold the search's. */
export function matching(entries: DirectoryEntry[], search: string): DirectoryEntry[] {
  return entries.filter(({ name, role, title = '', department = '', email = '', phone = '' }) =>
    holdsWords(`${name} ${role} ${title} ${department} ${email} ${phone}`, search),
  )
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Equal ones stand by name; entries without an e-mail come last either way. */
export function sorted(
  entries: DirectoryEntry[],
  { by, down }: Sort<EntryOrder>,
): DirectoryEntry[] {
  const compare = (a: DirectoryEntry, b: DirectoryEntry) => {
    const [left, right] = [a[by] ?? '', b[by] ?? '']
    if (left === '' || right === '') return Number(left === '') - Number(right === '')
    return down ? collator.compare(right, left) : collator.compare(left, right)
  }
  return entries.toSorted((a, b) => compare(a, b) || collator.compare(a.name, b.name))
}
