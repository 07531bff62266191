import type { Call } from '../client.ts'
import { getNotesPolicy } from '@portal/contract/notes-policy'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

export const notesPolicyKey = sharedKey(['notes', 'policy'])

/** When notes are destroyed, and which holds keep them. */
export function notesPolicyQuery(call: Call) {
  return queryOptions({
    queryKey: notesPolicyKey,
    queryFn: ({ signal }) => call(getNotesPolicy, {}, { signal }),
  })
}
