import type { DirectoryEntry } from '@portal/contract/directory'
import { usePortal } from '@portal/remote-kit/portal'
import { storedDirectoryQuery } from '@portal/remote-kit/queries/directory'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { QueryStatus } from '@portal/remote-kit/query-status'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { TextField } from '@portal/shared-ui/field'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Segmented } from '@portal/shared-ui/segmented'
import { ShowMore } from '@portal/shared-ui/show-more'
import { useFirstFew } from '@portal/shared-ui/use-drawn'
import { useLimited } from '@portal/shared-ui/use-limited'
import { Grid2x2, Rows3, SearchX, Users } from 'lucide-react'
import { memo, useDeferredValue, useMemo } from 'react'
import { matching, onSide, type Side } from './directory-filter.ts'
import styles from './directory-screen.module.css'
import { PeopleSkeleton } from './people-skeleton.tsx'
import { PeopleTable } from './people-table.tsx'
import { PersonCard } from './person-card.tsx'
import { type DirectoryView, useDirectoryView } from './use-directory-view.ts'

const views = [
  { value: 'grid' as const, label: 'Grid', icon: <Grid2x2 /> },
  { value: 'list' as const, label: 'List', icon: <Rows3 /> },
]

/** Board and staff: who they are and how to reach them. */
export function Component() {
  const { call, person } = usePortal()
  const directory = useQuery(storedDirectoryQuery(call, person.uid))
  const view = useDirectoryView()
  return (
    <>
      <PageHeader
        title="Board & Staff Directory"
        actions={
          <Segmented label="View" value={view.shape} onChange={view.setShape} options={views} />
        }
      />
      <QueryStatus
        query={directory}
        loading="Loading the directory"
        loaded={(entries) => countText(onSide(matching(entries, view.search), view.side))}
      />
      <QueryPanel
        query={directory}
        failure="Failed to load directory data"
        skeleton={<PeopleSkeleton />}
      >
        {(entries) => <Directory entries={entries} view={view} />}
      </QueryPanel>
    </>
  )
}

function Directory({ entries, view }: { entries: DirectoryEntry[]; view: DirectoryView }) {
  // The typed text shows at once; the results follow.
  const search = useDeferredValue(view.search)
  const found = useMemo(() => matching(entries, search), [entries, search])
  const people = useMemo(() => onSide(found, view.side), [found, view.side])
  return (
    <>
      <div className={styles.controls}>
        <TextField
          className={styles.search}
          type="search"
          label="Search by name, role or department"
          hideLabel
          placeholder="Search by name, role or department"
          autoComplete="off"
          value={view.search}
          onChange={view.setSearch}
        />
        <Segmented
          label="Show"
          value={view.side}
          onChange={view.setSide}
          options={[
            sideOption('all', 'All', found),
            sideOption('board', 'Board', found),
            sideOption('staff', 'Staff', found),
          ]}
        />
      </div>
      {entries.length === 0 ? <NobodyYet /> : <People people={people} shape={view.shape} />}
    </>
  )
}

function countText({ length }: DirectoryEntry[]): string {
  if (length === 0) return 'No results found'
  return length === 1 ? '1 person' : `${length} people`
}

function NobodyYet() {
  return (
    <EmptyState title="No results found" icon={<Users />}>
      Nobody has been entered yet. The Board Liaison keeps this directory; people show here by
      themselves.
    </EmptyState>
  )
}

/** How many people are shown at first, and added at a time. */
const step = 60

type PeopleProps = { people: DirectoryEntry[]; shape: DirectoryView['shape'] }

const People = memo(function People({ people: all, shape }: PeopleProps) {
  const { shown, showMore } = useLimited(all, step)
  const people = useFirstFew(shown)
  if (people.length === 0) {
    return (
      <EmptyState title="No results found" icon={<SearchX />}>
        No name, role or department matches. Try fewer letters, or choose All.
      </EmptyState>
    )
  }
  return (
    <>
      {shape === 'list' ? (
        <PeopleTable people={people} />
      ) : (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.id}>
              <PersonCard person={person} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore shown={shown.length} total={all.length} onMore={showMore} />
    </>
  )
})

function sideOption(value: Side, label: string, found: DirectoryEntry[]) {
  return {
    value,
    label: (
      <>
        {label} <span className={styles.count}>{onSide(found, value).length}</span>
      </>
    ),
  }
}
