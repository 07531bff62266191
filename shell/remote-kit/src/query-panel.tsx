import { isApiError } from './client.ts'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import type { ReactNode } from 'react'
import { OfflineNote } from './offline-note.tsx'
import type { UseQueryResult } from './query.ts'

type QueryPanelProps<T> = {
  query: UseQueryResult<T>
  /** The specification's sentence for this failure, or a function of the error. */
  failure: string | ((error: Error) => string)
  /** The way back, in place of Try Again, if there is no such thing: trying again wouldn't help. */
  wayBack?: ReactNode
  /** Shown while there is no data, after 300 ms. `null` if the page needs no placeholder. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** One part of a page that is read from the API: it loads, fails and recovers on its own. */
export function QueryPanel<T>(props: QueryPanelProps<T>) {
  const { query, failure, wayBack, skeleton, children } = props
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) {
    const isMissing = isApiError(query.error) && query.error.status === 404
    const leadsBack = isMissing && wayBack !== undefined
    return (
      <ErrorPanel
        sentence={typeof failure === 'string' ? failure : failure(query.error)}
        requestId={isApiError(query.error) ? query.error.requestId : undefined}
        busy={query.isFetching}
        onRetry={leadsBack ? undefined : () => void query.refetch()}
      >
        {hasResponse(query.error) ? null : <OfflineNote />}
        {leadsBack ? wayBack : null}
      </ErrorPanel>
    )
  }
  return skeleton === undefined ? <Skeleton /> : <>{skeleton}</>
}

function hasResponse(error: Error): boolean {
  return isApiError(error) && error.status > 0
}
