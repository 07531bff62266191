import type { ComposedRelease } from '@portal/contract/releases'

const shownAt = new WeakMap<ComposedRelease, string>()

/** A release has shown something at this path. */
export function noteShown(release: ComposedRelease, path: string): void {
  shownAt.set(release, path)
}

/** Whether that was the last screen of the release that showed something. */
export function wasShown(release: ComposedRelease, path: string): boolean {
  return shownAt.get(release) === path
}
