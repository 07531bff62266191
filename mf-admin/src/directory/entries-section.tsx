import type { DirectoryEntry } from '@portal/contract/directory'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { type Sort, Table } from '@portal/shared-ui/table'
import { SearchX, Users } from 'lucide-react'
import { type RefObject, useId } from 'react'
import styles from './directory-admin.module.css'
import { EntryRow } from './entry-row.tsx'
import type { EntryOrder } from './listed-entries.ts'

type EntriesSectionProps = {
  title: string
  /** Those that match the search, in their order. */
  entries: DirectoryEntry[]
  total: number
  sort: Sort<EntryOrder>
  onSort: (sort: Sort<EntryOrder>) => void
  onEdit: (entry: DirectoryEntry) => void
  onDelete: (entry: DirectoryEntry) => void
  /** Receives the focus when the focused element is gone. */
  heading: RefObject<HTMLHeadingElement | null>
}

const columns = [
  { title: 'Name', by: 'name' as const },
  { title: 'Role and title', by: 'role' as const },
  { title: 'E-mail and phone', by: 'email' as const },
  { title: 'Actions' },
]

/** Board or staff: their number, and their table or the reason why it is empty. */
export function EntriesSection(props: EntriesSectionProps) {
  const { title, entries, total, sort, onSort, onEdit, onDelete, heading } = props
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.title}>
        {title} ({total})
      </h2>
      {entries.length > 0 ? (
        <Table label={title} columns={columns} sort={sort} onSort={onSort}>
          {entries.map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              onEdit={() => onEdit(entry)}
              onDelete={() => onDelete(entry)}
            />
          ))}
        </Table>
      ) : (
        <Card>
          {total === 0 ? (
            <EmptyState title="Nobody yet" icon={<Users />}>
              Add Entry puts the first one here.
            </EmptyState>
          ) : (
            <EmptyState title="No results found" icon={<SearchX />}>
              Nobody here matches the search. Try fewer letters.
            </EmptyState>
          )}
        </Card>
      )}
    </section>
  )
}
