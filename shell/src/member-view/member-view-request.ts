import { memberViewParameter } from '@portal/contract/member-view'
import type { PageData } from '@portal/contract/portal'
import { localAddress } from '@portal/domain/local-address'

/** The view of this tab's pages, until it is closed or left. Sign-out clears it, like everything that isn't a setting. */
export const memberViewKey = 'memberView'

/** Whether the tab views the portal as a member, or asks to: all other tabs load none of its code. */
export function hasMemberView({ portal }: PageData): boolean {
  return (
    portal?.person.viewsAs !== undefined ||
    sessionStorage.getItem(memberViewKey) !== null ||
    new URLSearchParams(location.search).has(memberViewParameter)
  )
}

const key = 'memberViewFrom'

const adminArea = '/admin'

/** The admin screen that the tab's member view was opened from, with its query. */
export const returnAddress = {
  get: (): string => {
    const kept = localAddress(sessionStorage.getItem(key) ?? '', location.origin)
    return kept?.startsWith(adminArea) ? kept : adminArea
  },
  keep: ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): void =>
    sessionStorage.setItem(key, `${pathname}${search}${hash}`),
}
