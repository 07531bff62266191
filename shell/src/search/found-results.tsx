import { counted } from '@portal/domain/counted'
import { isolated } from '@portal/domain/shown-text'
import type { FoundEverything } from '@portal/contract/search-everything'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Status } from '@portal/shared-ui/status'
import { Search, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { known } from './found-list.tsx'
import styles from './found-results.module.css'
import type { SearchState } from './use-search.ts'

type FoundResultsProps = {
  search: SearchState
  /** Shown below the advice if nothing is found. */
  onNothing?: ReactNode
  children: (found: FoundEverything) => ReactNode
}

/** The state of a search: a hint, the loading state, an error, or the results. */
export function FoundResults({ search, onNothing, children }: FoundResultsProps) {
  return (
    <div className={styles.results}>
      <Status text={statusOf(search)} />
      <Content search={search} onNothing={onNothing}>
        {children}
      </Content>
    </div>
  )
}

function Content({ search, onNothing, children }: FoundResultsProps) {
  const { words, query, isIdle, isTooLong, isRefused, isOutdated } = search
  if (isTooLong) return null
  if (isRefused) {
    return (
      <EmptyState title="No search in this view" icon={<Search aria-hidden />}>
        <p>
          A member’s results include their own notes, so an admin can’t search as a member. Back in
          admin, you can search as yourself.
        </p>
      </EmptyState>
    )
  }
  if (isIdle) {
    return (
      <EmptyState title="Search the whole portal" icon={<Search aria-hidden />}>
        <p>
          Words of papers, agenda items, people and your own notes. A word’s beginning is enough,
          and small typing mistakes don’t matter.
        </p>
      </EmptyState>
    )
  }
  const skeleton = <Skeleton height="16rem" label="Searching" />
  if (isOutdated) return skeleton
  return (
    <QueryPanel query={query} failure="Failed to search the portal" skeleton={skeleton}>
      {(results) => {
        const isEmpty = known(results).length === 0
        return (
          <>
            {!results.complete && (
              <p className={styles.note}>
                Papers are still being indexed: there may be more results soon.
              </p>
            )}
            {isEmpty ? (
              <EmptyState
                title={`Nothing found for “${isolated(words)}”`}
                icon={<SearchX aria-hidden />}
              >
                <p>Try fewer or other words, or the name of a person or a paper.</p>
                {onNothing}
              </EmptyState>
            ) : (
              children(results)
            )}
          </>
        )
      }}
    </QueryPanel>
  )
}

function statusOf({ words, query, isIdle, isOutdated }: SearchState): string {
  if (isIdle || (query.error && !isOutdated)) return ''
  if (isOutdated || query.data === undefined) return 'Searching'
  return `${countText(query.data)} for “${isolated(words)}”`
}

/** “24 results, the best 8 shown” */
export function countText(found: FoundEverything): string {
  const shown = known(found).length
  if (shown === 0) return 'Nothing found'
  const { total } = found
  const more = total > shown ? `, the best ${shown} shown` : ''
  return `${counted(total, 'result')}${more}`
}
