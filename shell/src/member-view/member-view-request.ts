import { memberViewParameter } from '@portal/contract/member-view'
import type { PageData } from '@portal/contract/portal'

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
