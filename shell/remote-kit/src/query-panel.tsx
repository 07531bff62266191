import { isApiError } from '@portal/contract/client'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useOnline } from '@portal/shared-ui/use-online'
import type { ReactNode } from 'react'
import type { UseQueryResult } from './query.ts'

/** Added to the specification's sentence, which only mentions the failure. */
const offlineMessage =
  'You are offline, and this part hasn’t been loaded yet. It will appear when you are online again.'

type QueryPanelProps<T> = {
  query: UseQueryResult<T>
  /** The specification's sentence for this failure, or a function of the error. */
  failure: string | ((error: Error) => string)
  /** Shown while there is no data, after 300 ms. `null` if the page needs no placeholder. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** One part of a page that is read from the API: it loads, fails and recovers on its own. */
export function QueryPanel<T>({ query, failure, skeleton, children }: QueryPanelProps<T>) {
  const online = useOnline()
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) {
    return (
      <ErrorPanel
        sentence={typeof failure === 'string' ? failure : failure(query.error)}
        requestId={isApiError(query.error) ? query.error.requestId : undefined}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        {online || hasResponse(query.error) ? null : <p>{offlineMessage}</p>}
      </ErrorPanel>
    )
  }
  return skeleton === undefined ? <Skeleton /> : <>{skeleton}</>
}

function hasResponse(error: Error): boolean {
  return isApiError(error) && error.status > 0
}
