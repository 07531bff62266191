import type { Call } from '@portal/contract/client'
import { getDocument, listDocuments } from '@portal/contract/documents'
import { queryOptions } from '@portal/remote-kit/query'

export function documentsQuery(call: Call) {
  return queryOptions({
    queryKey: ['documents'],
    queryFn: ({ signal }) => call(listDocuments, {}, { signal }),
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}

export function documentQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: ['documents', id],
    queryFn: ({ signal }) => call(getDocument, { params: { id } }, { signal }),
    staleTime: 5_000,
  })
}
