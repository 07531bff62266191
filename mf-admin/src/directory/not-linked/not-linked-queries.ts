import { linkAccount, listNotLinked, type NotLinkedReason } from '@portal/contract/directory'
import type { Reply } from '@portal/contract/endpoint'
import type { Call } from '@portal/remote-kit/client'
import { directoryKey } from '@portal/remote-kit/queries/directory'
import { personOverviewKey } from '../../shared/person-overview.ts'
import { adminQuery, useChange } from '../../shared/queries.ts'
import { dropCopy } from '../directory-queries.ts'

const notLinkedKey = ['admin', 'not-linked']

export type NotLinked = Reply<typeof listNotLinked>
export type NotLinkedEntry = NotLinked['entries'][number]
export type NotLinkedAccount = NotLinked['accounts'][number]

export function notLinkedQuery(call: Call) {
  return adminQuery(call, listNotLinked, notLinkedKey)
}

type Link = Pick<NotLinkedEntry, 'id' | 'revision'> & { account: string }

/** Links an entry to an account, or removes its link. */
export function useLink() {
  return useChange(
    (call, { id, revision, account }: Link) =>
      dropCopy(call(linkAccount, { params: { id }, body: { account }, revision })),
    { stale: [notLinkedKey, personOverviewKey], staleShared: [directoryKey], waits: true },
  )
}

const several = 'Several entries have this address, so the portal can’t tell whose it is.'

/** Why an entry has no account. */
export const entryReasons = {
  noAddress: 'The entry has no e-mail address.',
  noMatch: 'No account has this address.',
  several,
  taken: 'The account with this address is linked to another entry.',
  notGoogle: 'An account has this address, but only Google accounts are linked automatically.',
} as const satisfies Record<NotLinkedReason, string>

/** Why an account has no entry. */
export const accountReasons = {
  noAddress: 'The account has no e-mail address.',
  noMatch: 'No entry has this address.',
  several,
  taken: 'The entry with this address is linked to another account.',
  notGoogle: 'An entry has this address, but only Google accounts are linked automatically.',
} as const satisfies Record<NotLinkedReason, string>
