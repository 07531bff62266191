import { isApiError } from '@portal/remote-kit/client'
import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What was read stays readable, even during a long offline period.
      gcTime: Infinity,
      // Failing is better than waiting invisibly for a connection.
      networkMode: 'always',
      // Failed and stale queries are fetched when the connection is back.
      refetchOnReconnect: true,
      retry: (count, error) => count < 2 && isTemporary(error),
      retryDelay: (count) => 500 * 2 ** count,
    },
    mutations: { networkMode: 'always' },
  },
})

/**
 * A refusal isn't retried; a busy server or a broken connection may recover. A device
 * without a connection fails at once.
 */
function isTemporary(error: Error): boolean {
  if (!isApiError(error)) return false
  if (error.code === 'offline') return navigator.onLine
  return error.status >= 502 || error.status === 429
}
