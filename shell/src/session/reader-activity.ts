/** What readers do on a page; passive, so that nothing waits for it. */
const inputs = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'scroll'] as const

/**
 * Tells whether the reader has done anything since it was last asked: only then does a request count as use of the
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
