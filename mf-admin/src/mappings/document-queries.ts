import type { Call } from '@portal/contract/client'
import { listDocuments } from '@portal/contract/documents'
import { queryOptions } from '@portal/remote-kit/query'

export function documentsQuery(call: Call) {
  return queryOptions({
    queryKey: ['documents'],
    queryFn: ({ signal }) => call(listDocuments, {}, { signal }),
  })
}
