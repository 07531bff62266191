import { Status } from '@portal/shared-ui/status'
import type { UseQueryResult } from './query.ts'

type QueryStatusProps<T> = {
  query: UseQueryResult<T>
  /** Announced if the answer takes a moment: `Loading the directory`. */
  loading: string
  /** What was found: `18 people`. */
  loaded: (data: T) => string
}

/**
 * Announces to screen readers that a part of the page loads, and then what it has; a failure is
 * announced by the panel that shows it. Rendered outside of that panel, so that it is on the page
 * before anything is known.
 */
export function QueryStatus<T>({ query, loading, loaded }: QueryStatusProps<T>) {
  // Placeholder data is the answer to an earlier question.
  if (query.data === undefined || query.isPlaceholderData) {
    return <Status text={query.error ? '' : loading} />
  }
  return <Status text={loaded(query.data)} />
}
