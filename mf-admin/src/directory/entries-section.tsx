import type { DirectoryEntry } from '@portal/contract/directory'
import { isolated } from '@portal/domain/shown-text'
import { Button } from '@portal/shared-ui/button'
import { EmailAddress } from '@portal/shared-ui/email-address'
import { PersonName } from '@portal/shared-ui/person-name'
import { ShowMore } from '@portal/shared-ui/show-more'
import { type Sort, Table } from '@portal/shared-ui/table'
import { useLimited } from '@portal/shared-ui/use-limited'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { Pencil, Trash2, Users } from 'lucide-react'
import { memo, type RefObject, useId } from 'react'
import { ListOrWhy } from '../shared/list-or-why.tsx'
import { SelectBox } from '../shared/select-box.tsx'
import styles from './directory-admin.module.css'
import { PersonLink } from '../shared/person-link.tsx'

export const entryOrders = ['name', 'role', 'email'] as const

export type EntryOrder = (typeof entryOrders)[number]

type EntriesSectionProps = {
  title: string
  /** Those that match the search, in their order. */
  entries: DirectoryEntry[]
  total: number
  sort: Sort<EntryOrder>
  onSort: (sort: Sort<EntryOrder>) => void
  /** The ids of the entries that will be invited. */
  selected: ReadonlySet<string>
  /** Whether no more can be selected. */
  isFull: boolean
  /** The same functions in every render, so that typing in the search doesn't render the rows. */
  onEdit: (entry: DirectoryEntry) => void
  onDelete: (entry: DirectoryEntry) => void
  onSelect: (id: string, isSelected: boolean) => void
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
  const { title, entries, total, sort, onSort, heading, ...rows } = props
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
          <Rows {...rows} entries={shown} />
        </Table>
        <ShowMore shown={shown.length} total={entries.length} onMore={showMore} />
      </ListOrWhy>
    </section>
  )
}

type RowsProps = Omit<EntriesSectionProps, 'title' | 'total' | 'sort' | 'onSort' | 'heading'>

const Rows = memo(function Rows(props: RowsProps) {
  const { entries, selected, isFull, onEdit, onDelete, onSelect } = props
  return entries.map((entry) => (
    <EntryRow
      key={entry.id}
      entry={entry}
      isSelected={selected.has(entry.id)}
      isFull={isFull}
      onSelect={(isSelected) => onSelect(entry.id, isSelected)}
      onEdit={() => onEdit(entry)}
      onDelete={() => onDelete(entry)}
    />
  ))
})

type EntryRowProps = {
  entry: DirectoryEntry
  isSelected: boolean
  isFull: boolean
  onSelect: (isSelected: boolean) => void
  onEdit: () => void
  onDelete: () => void
}

function EntryRow({ entry, isSelected, isFull, onSelect, onEdit, onDelete }: EntryRowProps) {
  const { id, name, role, title, department, email, phone, photoUrl } = entry
  const more = [title, department].filter(Boolean).map(isolated).join(' · ')
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.name}>
        <span className={styles.who}>
          <SelectBox
            label="Select"
            of={name}
            checked={isSelected}
            disabled={isFull && !isSelected}
            onChange={onSelect}
          />
          <PersonLink entry={id}>
            <PersonName name={name} photoUrl={photoUrl} />
          </PersonLink>
        </span>
      </th>
      <td>
        {role}
        {more && <span className={styles.soft}>{more}</span>}
      </td>
      <td className={styles.contact}>
        {email ? <EmailAddress email={email} /> : <span className={styles.soft}>No e-mail</span>}
        {phone ? <span>{phone}</span> : <span className={styles.soft}>No phone</span>}
      </td>
      <td className={styles.actions}>
        <Button icon={<Pencil />} onClick={onEdit}>
          Edit<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        <Button variant="quiet" icon={<Trash2 />} onClick={onDelete}>
          Delete<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </td>
    </tr>
  )
}
