import { isApiError } from '@portal/contract/client'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useOnline } from '@portal/shared-ui/use-online'
import type { ReactNode } from 'react'
import type { UseQueryResult } from './query.ts'

/** Beside the specification's sentence, which speaks of a failure alone. */
const unreadOffline =
  'You are offline, and this can’t be shown until you are online again, because it wasn’t read on this visit.'

type QueryPanelProps<T> = {
  query: UseQueryResult<T>
  /** The specification's sentence for this failure, or a function of the error. */
  failure: string | ((error: Error) => string)
  /** Stands in while nothing is known yet; shown after 300 ms. `null` where the page says enough without. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** One part of a page that is read from the API: it waits, fails and recovers by itself. */
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
        {online || wasAnswered(query.error) ? null : <p>{unreadOffline}</p>}
      </ErrorPanel>
    )
  }
  return skeleton === undefined ? <Skeleton /> : <>{skeleton}</>
}

function wasAnswered(error: Error): boolean {
  return isApiError(error) && error.status > 0
}
