import { counted } from '@portal/domain/counted'
import { directorySearch } from '@portal/domain/directory-fields'
import { isApiError } from '@portal/remote-kit/client'
import type { DirectoryEntry } from '@portal/contract/directory'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { TextField } from '@portal/shared-ui/field'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { FileSpreadsheet, Unlink, UserPlus, Users, Pencil, Trash2 } from 'lucide-react'
import {
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  memo,
  type RefObject,
  useId,
} from 'react'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { useListView } from '../shared/use-list-view.ts'
import { DeleteEntryDialog } from './delete-entry-dialog.tsx'
import styles from './directory-admin.module.css'
import { editedDirectoryQuery } from './directory-queries.ts'
import { directorySentences } from './directory-sentences.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { ShowMore } from '@portal/shared-ui/show-more'
import { type Sort, Table } from '@portal/shared-ui/table'
import { useLimited } from '@portal/shared-ui/use-limited'
import { ListOrWhy } from '../shared/list-or-why.tsx'
import { isolated } from '@portal/domain/shown-text'
import { EmailAddress } from '@portal/shared-ui/email-address'
import { PersonName } from '@portal/shared-ui/person-name'
import { containsWords } from '@portal/domain/contains-words'
import { sortByText } from '../shared/sort-by-text.ts'

/** The entries of the directory that members read. */
export function Component() {
  const { call } = usePortal()
  const directory = useQuery(editedDirectoryQuery(call))
  const [adding, setAdding] = useState(false)
  return (
    <AdminScreen
      title="Directory"
      subtitle="Board and staff as members see them under Board & Staff Directory."
      actions={
        <>
          <Link to={adminPaths.notLinked} className={buttonStyle()}>
            <Unlink /> Not linked
          </Link>
          <Link to={adminPaths.importPeople} className={buttonStyle()}>
            <FileSpreadsheet /> Import a list
          </Link>
          <Button variant="primary" icon={<UserPlus />} onClick={() => setAdding(true)}>
            Add Entry
          </Button>
        </>
      }
      queries={[directory]}
    >
      <QueryPanel
        query={directory}
        failure={directorySentences.listFailed}
        skeleton={<Skeleton height="30rem" label="Loading the directory" />}
      >
        {(entries) => (
          <>
            {directory.error && !directory.isFetching && (
              <ErrorPanel
                sentence={directorySentences.listFailed}
                requestId={isApiError(directory.error) ? directory.error.requestId : undefined}
                onRetry={() => void directory.refetch()}
              />
            )}
            <Entries entries={entries} />
          </>
        )}
      </QueryPanel>
      {adding && <EntryDialog entry={undefined} onClose={() => setAdding(false)} />}
    </AdminScreen>
  )
}

type OpenDialog = { kind: 'edit' | 'delete'; entry: DirectoryEntry }

function Entries({ entries }: { entries: DirectoryEntry[] }) {
  const view = useListView(entryOrders)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const headings = {
    board: useRef<HTMLHeadingElement>(null),
    staff: useRef<HTMLHeadingElement>(null),
  }
  // The typed text shows at once; the results follow.
  const search = useDeferredValue(view.search)
  const { by, down } = view.sort
  const sorted = useMemo(() => sortedEntries(entries, { by, down }), [entries, by, down])
  const matching = useMemo(() => {
    const all = matchingEntries(sorted, search)
    return {
      count: all.length,
      board: all.filter(({ type }) => type === 'board'),
      staff: all.filter(({ type }) => type === 'staff'),
    }
  }, [sorted, search])
  const edit = useCallback((entry: DirectoryEntry) => setOpenDialog({ kind: 'edit', entry }), [])
  const remove = useCallback(
    (entry: DirectoryEntry) => setOpenDialog({ kind: 'delete', entry }),
    [],
  )
  const section = (type: DirectoryEntry['type'], title: string) => (
    <EntriesSection
      title={title}
      entries={matching[type]}
      total={entries.filter((entry) => entry.type === type).length}
      sort={view.sort}
      onSort={view.setSort}
      onEdit={edit}
      onDelete={remove}
      heading={headings[type]}
    />
  )
  const close = () => setOpenDialog(undefined)
  return (
    <div className={styles.parts}>
      <TextField
        className={styles.search}
        type="search"
        label={`Search by ${directorySearch.admins.words}`}
        autoComplete="off"
        value={view.search}
        onChange={view.setSearch}
      />
      <VisuallyHidden>
        <p role="status">{counted(matching.count, 'entry', 'entries')}</p>
      </VisuallyHidden>
      {section('board', 'Board Members')}
      {section('staff', 'Staff Members')}
      {openDialog?.kind === 'edit' && (
        <EntryDialog key={openDialog.entry.id} entry={openDialog.entry} onClose={close} />
      )}
      {openDialog?.kind === 'delete' && (
        <DeleteEntryDialog
          entry={openDialog.entry}
          onClose={close}
          onDeleted={() => {
            close()
            // The button that opened the dialog is gone with its row.
            requestAnimationFrame(() => headings[openDialog.entry.type].current?.focus())
          }}
        />
      )}
    </div>
  )
}

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
function EntriesSection(props: EntriesSectionProps) {
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

type EntryRowProps = { entry: DirectoryEntry; onEdit: () => void; onDelete: () => void }

function EntryRow({ entry, onEdit, onDelete }: EntryRowProps) {
  const { name, role, title, department, email, phone, photoUrl } = entry
  const more = [title, department].filter(Boolean).map(isolated).join(' · ')
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.name}>
        <PersonName name={name} photoUrl={photoUrl} />
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

const entryOrders = ['name', 'role', 'email'] as const

type EntryOrder = (typeof entryOrders)[number]

/** The entries whose searched fields contain the search's words. */
function matchingEntries(entries: DirectoryEntry[], search: string): DirectoryEntry[] {
  const { fields } = directorySearch.admins
  return entries.filter((entry) =>
    containsWords(fields.map((name) => entry[name] ?? '').join(' '), search),
  )
}

/** Equal entries are sorted by name; entries without an e-mail come last in either order. */
function sortedEntries(
  entries: DirectoryEntry[],
  { by, down }: Sort<EntryOrder>,
): DirectoryEntry[] {
  const byName = sortByText(entries, false, ({ name }) => name)
  return sortByText(byName, down, (entry) => entry[by] ?? '')
}
