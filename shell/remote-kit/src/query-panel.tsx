import { isApiError } from '@portal/contract/client'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import type { ReactNode } from 'react'
import type { UseQueryResult } from './query.ts'

type QueryPanelProps<T> = {
  query: UseQueryResult<T>
  /** The specification's sentence for this failure, or a function of the error. */
  failure: string | ((error: Error) => string)
  /** Stands in while nothing is known yet; shown after 300 ms. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** One part of a page that is read from the API: it waits, fails and recovers by itself. */
export function QueryPanel<T>({ query, failure, skeleton, children }: QueryPanelProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) {
    return (
      <ErrorPanel
        sentence={typeof failure === 'string' ? failure : failure(query.error)}
        requestId={isApiError(query.error) ? query.error.requestId : undefined}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return <>{skeleton ?? <Skeleton />}</>
}
