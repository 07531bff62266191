import type { DirectoryEntry } from '@portal/contract/directory'
import { ShowMore } from '@portal/shared-ui/show-more'
import { type Sort, Table } from '@portal/shared-ui/table'
import { useLimited } from '@portal/shared-ui/use-limited'
import { Users } from 'lucide-react'
import { memo, type RefObject, useId } from 'react'
import { ListOrWhy } from '../shared/list-or-why.tsx'
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
  /** The same functions in every render, so that typing in the search doesn't render the rows. */
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

/** How many rows are shown at first, and added at a time. */
const step = 50

/** Board or staff: their number, and their table or the reason why it is empty. */
export function EntriesSection(props: EntriesSectionProps) {
  const { title, entries, total, sort, onSort, onEdit, onDelete, heading } = props
  const id = useId()
  const { shown, showMore } = useLimited(entries, step)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.title}>
        {title} ({total})
      </h2>
      <ListOrWhy
        found={entries.length}
        total={total}
        empty={{
          title: 'Nobody yet',
          icon: <Users />,
          why: 'Add Entry puts the first one here.',
        }}
        nothing="Nobody here matches the search. Try fewer letters."
      >
        <Table label={title} columns={columns} sort={sort} onSort={onSort}>
          <Rows entries={shown} onEdit={onEdit} onDelete={onDelete} />
        </Table>
        <ShowMore shown={shown.length} total={entries.length} onMore={showMore} />
      </ListOrWhy>
    </section>
  )
}

type RowsProps = Pick<EntriesSectionProps, 'onEdit' | 'onDelete'> & {
  entries: DirectoryEntry[]
}

const Rows = memo(function Rows({ entries, onEdit, onDelete }: RowsProps) {
  return entries.map((entry) => (
    <EntryRow
      key={entry.id}
      entry={entry}
      onEdit={() => onEdit(entry)}
      onDelete={() => onDelete(entry)}
    />
  ))
})
