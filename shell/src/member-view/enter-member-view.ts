import { type MemberView, memberViewIn, memberViewParameter } from '@portal/contract/member-view'
import type { PageData } from '@portal/contract/portal'
import { isolateStorage } from './isolate-storage.ts'
import { showNotice } from '../frame/interface-store.ts'
import { memberViewKey } from './member-view-request.ts'
import { memberViewNotice } from './member-view-notice.tsx'
import { returnAddress } from './return-address.ts'

/**
 * Makes the served page the one that this tab views. A page that was served for the admin is requested again: then
 * this returns undefined, and nothing must be started. Only the API decides whether there is such a view, so an older
 * one, or a reader without admin rights, ends it.
 */
export function enterMemberView(
  page: PageData,
  isolate: () => void = isolateStorage,
): PageData | undefined {
  const isAsked = removeFromAddress()
  const granted = page.portal?.person.viewsAs
  if (granted) {
    isolate()
    keepInTab(granted)
    showNotice('memberView', memberViewNotice(granted, { change, leave }))
    return page
  }
  const view = memberViewIn(sessionStorage.getItem(memberViewKey) ?? undefined)
  // The admin area isn't part of it: the reader has gone back there.
  const isLeft = /^\/admin(\/|$)/.test(location.pathname)
  if (view && page.portal && !isAsked && !isLeft) {
    request(view)
    return undefined
  }
  sessionStorage.removeItem(memberViewKey)
  return page
}

function removeFromAddress(): boolean {
  const url = new URL(location.href)
  if (!url.searchParams.has(memberViewParameter)) return false
  url.searchParams.delete(memberViewParameter)
  history.replaceState(history.state, '', url)
  return true
}

/** Also when the browser shows the page again after one that was left, without loading it. */
function keepInTab(view: MemberView): void {
  const keep = () => sessionStorage.setItem(memberViewKey, view)
  keep()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) keep()
  })
}

/** A new document for each view: nothing that was read in one is ever shown in another. */
function request(view: MemberView): void {
  const url = new URL(location.href)
  url.searchParams.set(memberViewParameter, view)
  location.replace(url)
}

function change(view: MemberView): void {
  sessionStorage.setItem(memberViewKey, view)
  request(view)
}

function leave(): void {
  sessionStorage.removeItem(memberViewKey)
  location.assign(returnAddress.get())
}
