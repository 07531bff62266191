import { isApiError } from '@portal/contract/client'
import type { DirectoryEntry } from '@portal/contract/directory'
import { directorySearch } from '@portal/domain/directory-fields'
import { OfflineNote } from '@portal/remote-kit/offline-note'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { ShowMore } from '@portal/shared-ui/show-more'
import { useFirstFew } from '@portal/shared-ui/use-drawn'
import { useLimited } from '@portal/shared-ui/use-limited'
import { SearchX } from 'lucide-react'
import { memo } from 'react'
import styles from './directory-screen.module.css'
import { directorySentences } from './directory-sentences.ts'
import { PeopleTable } from './people-table.tsx'
import { PersonCard } from './person-card.tsx'
import type { DirectoryView } from './use-directory-view.ts'
import type { MorePeople } from './use-people.ts'

/** How many people are shown at first, and added at a time. */
const step = 60

type PeopleProps = {
  people: DirectoryEntry[]
  shape: DirectoryView['shape']
  /** How many there are, with those of the pages that aren't loaded. */
  total: number
  more: MorePeople
}

/** The people that were found, as cards or as a table. */
export function People({ people, shape, total, more }: PeopleProps) {
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
