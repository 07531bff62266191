import {
  memberViewIn,
  memberViewParameter,
  memberViewText,
  type ViewedAs,
} from '@portal/contract/member-view'
import type { PageData } from '@portal/contract/portal'
import { showNotice } from '../frame/interface-store.ts'
import { memberViewKey, returnAddress } from './member-view-request.ts'
import { memberViewNotice } from './member-view-notice.tsx'

/**
 * Returns the page with this tab's view. If it was served for the admin, it is requested again; then this returns
 * undefined, and nothing must be started. Only the API decides whether there is such a view: with an older API, or
 * without admin rights, it ends.
 */
export function enterMemberView(
  page: PageData,
  isolate: () => void = isolateStorage,
): PageData | undefined {
  const isRequested = removeFromAddress()
  const person = page.portal?.person
  const granted = memberViewText(person)
  if (granted !== undefined) {
    isolate()
    keepInTab(granted)
    const { viewsAs, viewsAsMemberOf, viewsAsGuestOf } = person!
    const view = { viewsAs: viewsAs!, viewsAsMemberOf, viewsAsGuestOf }
    showNotice('memberView', memberViewNotice(view, { change, leave }))
    return page
  }
  const kept = sessionStorage.getItem(memberViewKey) ?? undefined
  const view = memberViewText(memberViewIn(kept))
  // The admin area isn't part of it: the reader has gone back there.
  const isLeft = /^\/admin(\/|$)/.test(location.pathname)
  if (view && page.portal && !isRequested && !isLeft) {
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

/** Stores the view for the tab, and again whenever the browser shows this page without loading it. */
function keepInTab(view: string): void {
  const keep = () => sessionStorage.setItem(memberViewKey, view)
  keep()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) keep()
  })
}

/** Opens a new document for each view, so that nothing read in one is ever shown in another. */
function request(view: string, page = location.href): void {
  const url = new URL(page, location.origin)
  url.searchParams.set(memberViewParameter, view)
  location.replace(url)
}

function change(view: ViewedAs): void {
  const text = memberViewText(view)!
  sessionStorage.setItem(memberViewKey, text)
  // Guests have pages of their own.
  request(text, view.viewsAsGuestOf === undefined ? location.href : '/')
}

function leave(): void {
  sessionStorage.removeItem(memberViewKey)
  location.assign(returnAddress.get())
}

/** What belongs to the tab, the device or the sign-in rather than to what is viewed. */
const shared = new RegExp(`^(portal\\.|firebase:|${memberViewKey})`)

type Methods = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * From now on, what screens store in the browser lasts only as long as the page: a member view neither shows what the
 * admin's own pages have stored, such as their marks and reading positions, nor leaves its drafts to them. Remotes
 * write to the storage directly, older ones too, so its methods are replaced.
 */
export function isolateStorage(methods: Methods = Storage.prototype): void {
  const { getItem, setItem, removeItem } = methods
  const kept = new Map<Storage, Map<string, string>>()
  const own = (storage: Storage) => {
    const copies = kept.get(storage) ?? new Map<string, string>()
    kept.set(storage, copies)
    return copies
  }
  Object.assign(methods, {
    getItem(this: Storage, key: string) {
      return shared.test(key) ? getItem.call(this, key) : (own(this).get(key) ?? null)
    },
    setItem(this: Storage, key: string, value: string) {
      if (shared.test(key)) setItem.call(this, key, value)
      else own(this).set(key, value)
    },
    removeItem(this: Storage, key: string) {
      own(this).delete(key)
      // At sign-out, the stored value is removed too.
      removeItem.call(this, key)
    },
  })
}
