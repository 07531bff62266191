import type { Call } from '../client.ts'
import { getDocument, listDocuments, listFolders } from '@portal/contract/documents'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

/** Invalidating it reaches single documents and folders, too. */
export const documentsKey = sharedKey(['documents'])

/** Every document. For admins only, because the list grows over the years. */
export function documentsQuery(call: Call) {
  return queryOptions({
    queryKey: documentsKey,
    queryFn: ({ signal }) => call(listDocuments, {}, { signal }),
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}

/** The first documents by folder. */
export function foldersQuery(call: Call, limit: number) {
  return queryOptions({
    queryKey: sharedKey(['documents', 'folders', limit]),
    queryFn: ({ signal }) => call(listFolders, { query: { limit } }, { signal }),
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}

export function documentQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: sharedKey(['documents', id]),
    queryFn: ({ signal }) => call(getDocument, { params: { id } }, { signal }),
    staleTime: 5_000,
  })
}
