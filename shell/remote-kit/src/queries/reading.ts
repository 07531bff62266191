import type { Call } from '@portal/contract/client'
import type { Person } from '@portal/contract/portal'
import { getReading } from '@portal/contract/reading'
import type { Quarter } from '@portal/domain/quarter'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

/** Whether the portal may keep what a person reads: QA accounts, and admins who view it as a member, only look. */
export function canKeepReading({ isQa, viewsAs }: Pick<Person, 'isQa' | 'viewsAs'>): boolean {
  return !isQa && !viewsAs
}

/** Invalidating it reaches the quarters' readings too. */
export const readingKey = sharedKey(['reading'])

/** What the reader has read, and of a quarter's papers also how long is left. Theirs alone. */
export function readingQuery(call: Call, quarter?: Quarter) {
  return queryOptions({
    queryKey: quarter ? sharedKey(['reading', quarter.year, quarter.quarter]) : readingKey,
    queryFn: ({ signal }) => call(getReading, { query: { ...quarter } }, { signal }),
    staleTime: 5_000,
  })
}
