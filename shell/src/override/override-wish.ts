import { overrideParameters } from '@portal/contract/overrides'
import type { PageData } from '@portal/contract/portal'

/** Where this tab keeps what it asks for, as `mf=meetings@1.2.0-a`: until it is closed, or left. */
export const wishKey = 'portal.override'

const wish = new RegExp(`[#?&](${overrideParameters.join('|')})=`)

/** Whether an address asks for something else than the usual: `#mf=meetings@http://localhost:3011`. */
export function asksForOverride(text: string): boolean {
  return wish.test(text)
}

/** Whether the tab has anything to do with an override: all other tabs load none of its code. */
export function concernsOverride(page: PageData): boolean {
  const { search, hash } = location
  return (
    page.override !== undefined ||
    asksForOverride(search) ||
    asksForOverride(hash) ||
    sessionStorage.getItem(wishKey) !== null
  )
}

/** Whether something else than the usual runs in it. */
export function isOverridden({ override }: PageData): boolean {
  return override !== undefined && override.refused === undefined && !override.grantable
}
