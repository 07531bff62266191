/** Events of a reader's activity; the listeners are passive, so nothing waits for them. */
const inputs = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'scroll'] as const

/**
 * Returns whether the reader has done anything since the last call: only then does a request count as use of the
 * sign-in. Loading the page counts.
 */
export function watchActivity(): () => boolean {
  let isActive = true
  for (const input of inputs) {
    addEventListener(input, () => (isActive = true), { capture: true, passive: true })
  }
  return () => {
    const wasActive = isActive
    isActive = false
    return wasActive
  }
}
