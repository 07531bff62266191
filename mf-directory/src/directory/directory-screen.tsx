import { counted } from '@portal/domain/counted'
import { directorySearch } from '@portal/domain/directory-fields'
import { usePortal } from '@portal/remote-kit/portal'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { QueryStatus } from '@portal/remote-kit/query-status'
import { Link } from '@portal/remote-kit/router'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { TextField } from '@portal/shared-ui/field'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Segmented } from '@portal/shared-ui/segmented'
import { Grid2x2, Rows3, Users, SearchX } from 'lucide-react'
import { directoryPaths } from '../directory-paths.ts'
import { BodyFilter } from './body-filter.tsx'
import styles from './directory-screen.module.css'
import {
  type DirectoryView,
  type Side,
  useDirectoryView,
  type FoundPeople,
  usePeople,
  type MorePeople,
} from './use-people.ts'

import { Skeleton } from '@portal/shared-ui/skeleton'
import { isApiError } from '@portal/remote-kit/client'
import type { DirectoryEntry } from '@portal/contract/directory'
import { OfflineNote } from '@portal/remote-kit/offline-note'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { ShowMore } from '@portal/shared-ui/show-more'
import { useFirstFew } from '@portal/shared-ui/use-drawn'
import { useLimited } from '@portal/shared-ui/use-limited'
import { memo } from 'react'
import { mailLink, phoneLink } from '@portal/domain/contact-links'
import { PersonCard, placeOf, SideBadge } from './person-card.tsx'
import { EmailAddress } from '@portal/shared-ui/email-address'
import { PersonName } from '@portal/shared-ui/person-name'
import { Table } from '@portal/shared-ui/table'

const views = [
  { value: 'grid' as const, label: 'Grid', icon: <Grid2x2 /> },
  { value: 'list' as const, label: 'List', icon: <Rows3 /> },
]

const searchLabel = `Search by ${directorySearch.members.words}`

/** Board and staff: who they are and how to reach them. */
export function Component() {
  const view = useDirectoryView()
  const listing = usePeople(view)
  return (
    <>
      <PageHeader
        title="Board & Staff Directory"
        actions={
          <Segmented label="View" value={view.shape} onChange={view.setShape} options={views} />
        }
      />
      <QueryStatus
        query={listing.query}
        loading="Loading the directory"
        loaded={() => {
          const count = countOf(view.side, listing.page?.counts) ?? 0
          const isNobody = count === 0 && view.search === '' && view.body === ''
          return isNobody ? nobody : countText(count)
        }}
      />
      <QueryPanel
        query={listing.first}
        failure={directorySentences.loadFailed}
        skeleton={<PeopleSkeleton />}
      >
        {({ counts }) => (
          <Directory isEmpty={counts.board + counts.staff === 0} found={listing} view={view} />
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
        <BodyFilter view={view} />
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

const nobody = 'Nobody has been entered yet'

function NobodyYet() {
  const { isAdmin } = usePortal().person
  return (
    <EmptyState title={nobody} icon={<Users />}>
      {isAdmin ? (
        <p>
          The board and the staff are shown here once they are{' '}
          <Link to={directoryPaths.edit}>in the directory</Link>.
        </p>
      ) : (
        <p>The Board Liaison keeps this directory; people show here by themselves.</p>
      )}
    </EmptyState>
  )
}

/** The shape of the cards while they load. */
function PeopleSkeleton() {
  return (
    <div className={styles.people}>
      <Skeleton height="12rem" label="Loading the directory" />
      <Skeleton height="12rem" label="" />
      <Skeleton height="12rem" label="" />
    </div>
  )
}

/** How many people are shown at first, and added at a time. */
const step = 60

type PeopleProps = {
  people: DirectoryEntry[]
  shape: DirectoryView['shape']
  /** The number of people, including pages that aren't loaded yet. */
  total: number
  more: MorePeople
}

/** The people that were found, as cards or as a table. */
function People({ people, shape, total, more }: PeopleProps) {
  const { shown, showMore, showAll } = useLimited(people, step)
  if (people.length === 0) {
    return (
      <EmptyState title="No results found" icon={<SearchX />}>
        No {directorySearch.members.words} matches. Try fewer letters, or choose All.
      </EmptyState>
    )
  }
  const isLoaded = people.length === total
  const wanted = Math.min(shown.length + step, total)
  return (
    <>
      <ShownPeople people={shown} shape={shape} />
      <ShowMore
        shown={shown.length}
        total={total}
        busy={more.isPending}
        onMore={() => (wanted <= people.length ? showMore() : more.load(wanted, showMore))}
        // Those who aren't loaded can't be printed.
        onAll={isLoaded ? undefined : () => more.load(total, showAll)}
      />
      {more.error && (
        <ErrorPanel
          sentence={directorySentences.loadFailed}
          requestId={isApiError(more.error) ? more.error.requestId : undefined}
          onRetry={more.retry}
        >
          <OfflineNote />
        </ErrorPanel>
      )}
    </>
  )
}

/** Rendered again only when other people are shown, not per key of a search. */
const ShownPeople = memo(function ShownPeople({
  people: all,
  shape,
}: Pick<PeopleProps, 'people' | 'shape'>) {
  const people = useFirstFew(all)
  if (shape === 'list') return <PeopleTable people={people} />
  return (
    <ul className={styles.people}>
      {people.map((person) => (
        <li key={person.id}>
          <PersonCard person={person} />
        </li>
      ))}
    </ul>
  )
})

/** Sentences of the specification. */
const directorySentences = { loadFailed: 'Failed to load directory data' } as const

const columns = ['Name', 'Role', 'Type', 'E-mail', 'Phone'].map((title) => ({ title }))

/** The directory as a table; its rows become blocks on a phone. */
function PeopleTable({ people }: { people: DirectoryEntry[] }) {
  return (
    <div className={styles.tablePeople}>
      <Table label="Board and staff" columns={columns}>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </Table>
    </div>
  )
}

function PersonRow({ person }: { person: DirectoryEntry }) {
  const { name, role, type, email, phone, photoUrl } = person
  const place = placeOf(person)
  return (
    <tr>
      <th scope="row">
        <Link to={directoryPaths.person(person.id)} className={styles.link}>
          <PersonName name={name} photoUrl={photoUrl} />
        </Link>
      </th>
      <td className={styles.role}>
        {role}
        {place && <span className={styles.place}>{place}</span>}
      </td>
      <td>
        <SideBadge type={type} />
      </td>
      <td>
        {email ? (
          <a className={styles.link} href={mailLink(email)}>
            <EmailAddress email={email} />
          </a>
        ) : (
          <Nothing />
        )}
      </td>
      <td>
        {phone ? (
          <a className={`${styles.link} ${styles.phone}`} href={phoneLink(phone)}>
            {phone}
          </a>
        ) : (
          <Nothing />
        )}
      </td>
    </tr>
  )
}

function Nothing() {
  return <span className={styles.nothing}>None given</span>
}
