import { counted } from '@portal/domain/counted'
import { directorySearch } from '@portal/domain/directory-fields'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { QueryStatus } from '@portal/remote-kit/query-status'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { TextField } from '@portal/shared-ui/field'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Segmented } from '@portal/shared-ui/segmented'
import { Grid2x2, Rows3, Users } from 'lucide-react'
import styles from './directory-screen.module.css'
import { directorySentences } from './directory-sentences.ts'
import { People } from './people.tsx'
import { PeopleSkeleton } from './people-skeleton.tsx'
import { type DirectoryView, type Side, useDirectoryView } from './use-directory-view.ts'
import { type FoundPeople, usePeople } from './use-people.ts'

const views = [
  { value: 'grid' as const, label: 'Grid', icon: <Grid2x2 /> },
  { value: 'list' as const, label: 'List', icon: <Rows3 /> },
]

const searchLabel = `Search by ${directorySearch.members.words}`

/** Board and staff: who they are and how to reach them. */
export function Component() {
  const view = useDirectoryView()
  const found = usePeople(view)
  return (
    <>
      <PageHeader
        title="Board & Staff Directory"
        actions={
          <Segmented label="View" value={view.shape} onChange={view.setShape} options={views} />
        }
      />
      <QueryStatus
        query={found.query}
        loading="Loading the directory"
        loaded={() => countText(countOf(view.side, found.page?.counts) ?? 0)}
      />
      <QueryPanel
        query={found.first}
        failure={directorySentences.loadFailed}
        skeleton={<PeopleSkeleton />}
      >
        {({ counts }) => (
          <Directory isEmpty={counts.board + counts.staff === 0} found={found} view={view} />
        )}
      </QueryPanel>
    </>
  )
}

type DirectoryProps = { isEmpty: boolean; found: FoundPeople; view: DirectoryView }

function Directory({ isEmpty, found, view }: DirectoryProps) {
  const { query, page, more } = found
  const option = (value: Side, label: string) => ({
    value,
    label: (
      <>
        {label} <span className={styles.count}>{countOf(value, page?.counts)}</span>
      </>
    ),
  })
  return (
    <>
      <div className={styles.controls}>
        <TextField
          className={styles.search}
          type="search"
          label={searchLabel}
          hideLabel
          placeholder={searchLabel}
          autoComplete="off"
          value={view.search}
          onChange={view.setSearch}
        />
        <Segmented
          label="Show"
          value={view.side}
          onChange={view.setSide}
          options={[option('all', 'All'), option('board', 'Board'), option('staff', 'Staff')]}
        />
      </div>
      {isEmpty ? (
        <NobodyYet />
      ) : page ? (
        <People
          people={page.people}
          total={countOf(view.side, page.counts)!}
          shape={view.shape}
          more={more}
        />
      ) : (
        <QueryPanel
          query={query}
          failure={directorySentences.loadFailed}
          skeleton={<PeopleSkeleton />}
        >
          {() => null}
        </QueryPanel>
      )}
    </>
  )
}

function countOf(side: Side, counts: { board: number; staff: number } | undefined) {
  if (!counts) return undefined
  return side === 'all' ? counts.board + counts.staff : counts[side]
}

function countText(count: number): string {
  if (count === 0) return 'No results found'
  return counted(count, 'person', 'people')
}

function NobodyYet() {
  return (
    <EmptyState title="No results found" icon={<Users />}>
      Nobody has been entered yet. The Board Liaison keeps this directory; people show here by
      themselves.
    </EmptyState>
  )
}
