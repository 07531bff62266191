import { localAddress } from '@portal/domain/local-address'

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
