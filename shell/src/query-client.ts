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
      // What failed meanwhile, and what has become old, is asked for once there is a connection again.
      refetchOnReconnect: true,
      retry: (count, error) => count < 2 && isPassing(error),
      retryDelay: (count) => 500 * 2 ** count,
    },
    mutations: { networkMode: 'always' },
  },
})

/**
 * A refusal stays one however often it is asked for; a server that is busy, or a connection that broke, may
 * answer the next time. A device that has no connection at all says so at once.
 */
function isPassing(error: Error): boolean {
  if (!isApiError(error)) return false
  if (error.code === 'offline') return navigator.onLine
  return error.status >= 502 || error.status === 429
}
