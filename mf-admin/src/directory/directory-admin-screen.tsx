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
import { FileSpreadsheet, Mail, Unlink, UserPlus } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { useListView } from '../shared/use-list-view.ts'
import { DeleteEntryDialog } from './delete-entry-dialog.tsx'
import styles from './directory-admin.module.css'
import { editedDirectoryQuery } from './directory-queries.ts'
import { directorySentences } from './directory-sentences.ts'
import { EntriesSection, type EntryOrder, entryOrders } from './entries-section.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { InviteDialog } from './invite/invite-dialog.tsx'
import { invitedAtOnce } from './invite/invite-queries.ts'
import type { Sort } from '@portal/shared-ui/table'
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
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [inviting, setInviting] = useState(false)
  const select = useCallback(
    (id: string, isSelected: boolean) =>
      setSelected((before) => {
        const after = new Set(before)
        if (isSelected) after.add(id)
        else after.delete(id)
        return after
      }),
    [],
  )
  // Somebody may have deleted an entry since it was selected.
  const invited = entries.filter(({ id }) => selected.has(id))
  const isFull = invited.length >= invitedAtOnce
  const section = (type: DirectoryEntry['type'], title: string) => (
    <EntriesSection
      title={title}
      entries={matching[type]}
      total={entries.filter((entry) => entry.type === type).length}
      sort={view.sort}
      onSort={view.setSort}
      onEdit={edit}
      onDelete={remove}
      selected={selected}
      isFull={isFull}
      onSelect={select}
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
      {invited.length > 0 && (
        <div className={styles.selection}>
          <Button variant="primary" icon={<Mail />} onClick={() => setInviting(true)}>
            Invite {counted(invited.length, 'person', 'people')}
          </Button>
          <Button variant="quiet" onClick={() => setSelected(new Set())}>
            Clear the selection
          </Button>
          {isFull && <span>At most {invitedAtOnce} people are invited at a time.</span>}
        </div>
      )}
      {section('board', 'Board Members')}
      {section('staff', 'Staff Members')}
      {inviting && (
        <InviteDialog
          people={invited}
          onClose={(isDone) => {
            setInviting(false)
            if (isDone) setSelected(new Set())
          }}
        />
      )}
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
