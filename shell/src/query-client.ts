import { isApiError } from '@portal/contract/client'
import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What was read stays readable, also when the connection is gone for long.
      gcTime: Infinity,
      // Asked and failed is better than waiting unseen for a connection.
      networkMode: 'always',
      retry: (count, error) => count < 2 && isPassing(error),
      retryDelay: (count) => 500 * 2 ** count,
    },
    mutations: { networkMode: 'always' },
  },
})

/** A refusal stays one however often it is asked for; a server that is busy may answer the next time. */
function isPassing(error: Error): boolean {
  return isApiError(error) && (error.status >= 502 || error.status === 429)
}
