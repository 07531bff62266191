import { counted } from '@portal/domain/counted'
import { directorySearch } from '@portal/domain/directory-fields'
import { isApiError } from '@portal/contract/client'
import type { DirectoryEntry } from '@portal/contract/directory'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Button } from '@portal/shared-ui/button'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { TextField } from '@portal/shared-ui/field'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { UserPlus } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { AdminScreen } from '../shared/admin-screen.tsx'
import { useListView } from '../shared/use-list-view.ts'
import { DeleteEntryDialog } from './delete-entry-dialog.tsx'
import styles from './directory-admin.module.css'
import { editedDirectoryQuery } from './directory-queries.ts'
import { directorySentences } from './directory-sentences.ts'
import { EntriesSection } from './entries-section.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { entryOrders, matchingEntries, sortedEntries } from './listed-entries.ts'

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
        <Button variant="primary" icon={<UserPlus />} onClick={() => setAdding(true)}>
          Add Entry
        </Button>
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

type Asked = { kind: 'edit' | 'delete'; entry: DirectoryEntry }

function Entries({ entries }: { entries: DirectoryEntry[] }) {
  const view = useListView(entryOrders)
  const [asked, setAsked] = useState<Asked>()
  const headings = {
    board: useRef<HTMLHeadingElement>(null),
    staff: useRef<HTMLHeadingElement>(null),
  }
  // The typed text shows at once; the results follow.
  const search = useDeferredValue(view.search)
  const { by, down } = view.sort
  const sorted = useMemo(() => sortedEntries(entries, { by, down }), [entries, by, down])
  const found = useMemo(() => {
    const all = matchingEntries(sorted, search)
    return {
      count: all.length,
      board: all.filter(({ type }) => type === 'board'),
      staff: all.filter(({ type }) => type === 'staff'),
    }
  }, [sorted, search])
  const edit = useCallback((entry: DirectoryEntry) => setAsked({ kind: 'edit', entry }), [])
  const remove = useCallback((entry: DirectoryEntry) => setAsked({ kind: 'delete', entry }), [])
  const section = (type: DirectoryEntry['type'], title: string) => (
    <EntriesSection
      title={title}
      entries={found[type]}
      total={entries.filter((entry) => entry.type === type).length}
      sort={view.sort}
      onSort={view.setSort}
      onEdit={edit}
      onDelete={remove}
      heading={headings[type]}
    />
  )
  const close = () => setAsked(undefined)
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
        <p role="status">{counted(found.count, 'entry', 'entries')}</p>
      </VisuallyHidden>
      {section('board', 'Board Members')}
      {section('staff', 'Staff Members')}
      {asked?.kind === 'edit' && (
        <EntryDialog key={asked.entry.id} entry={asked.entry} onClose={close} />
      )}
      {asked?.kind === 'delete' && (
        <DeleteEntryDialog
          entry={asked.entry}
          onClose={close}
          onDeleted={() => {
            close()
            // The button that opened the dialog is gone with its row.
            requestAnimationFrame(() => headings[asked.entry.type].current?.focus())
          }}
        />
      )}
    </div>
  )
}
