import { overrideParameters } from '@portal/contract/overrides'
import type { PageData } from '@portal/contract/portal'

/**
 * The key of this tab's override, as `mf=meetings@1.2.0-a`: kept until the tab is closed, or left.
 */
export const overrideKey = 'portal.override'

const overridePattern = new RegExp(`[#?&](${overrideParameters.join('|')})=`)

/** Whether an address requests other releases: `#mf=meetings@http://localhost:3011`. */
export function requestsOverride(text: string): boolean {
  return overridePattern.test(text)
}

/** Whether the tab has an override to handle: all other tabs load none of its code. */
export function hasOverride(page: PageData): boolean {
  const { search, hash } = location
  return (
    page.override !== undefined ||
    requestsOverride(search) ||
    requestsOverride(hash) ||
    sessionStorage.getItem(overrideKey) !== null
  )
}

/** Whether other releases than usual run in it. */
export function isOverridden({ override }: PageData): boolean {
  return override !== undefined && override.refused === undefined && !override.grantable
}

/** Whether the reader opened the link of a preview, which runs once they have signed in. */
export function awaitsPreview(): boolean {
  return sessionStorage.getItem(overrideKey)?.startsWith(previewPrefix) ?? false
}

export const previewPrefix = 'preview='

/** The event of a remote's development build after a hot update. */
export const remoteChanged = 'portal:remote-changed'
