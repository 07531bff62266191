import { Status } from '@portal/shared-ui/status'
import type { UseQueryResult } from './query.ts'

type QueryStatusProps<T> = {
  query: UseQueryResult<T>
  /** Announced if the response takes a moment: `Loading the directory`. */
  loading: string
  /** What was found: `18 people`. */
  loaded: (data: T) => string
}

/**
 * Announces to screen readers that a part of the page is loading, and then what it contains; a failure
 * is announced by the panel that shows it. Rendered outside that panel, so that it is on the page
 * before the response arrives.
 */
export function QueryStatus<T>({ query, loading, loaded }: QueryStatusProps<T>) {
  // Placeholder data belongs to an earlier query.
  if (query.data === undefined || query.isPlaceholderData) {
    return <Status text={query.error ? '' : loading} />
  }
  return <Status text={loaded(query.data)} />
}
