/**
 * The exports of TanStack Query that remotes may use, provided by the shell with its one client.
 */
export {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
