/**
 * Whether the skeleton of the served page is visible; later, whether it was visible when it was
 * removed.
 */
export function watchServedSkeleton(): () => boolean {
  const served = document.querySelector('.first-paint .waiting')
  if (!served) return () => false
  let isSeen = getComputedStyle(served).visibility !== 'hidden'
  // Its style sheet shows it by an animation that begins after 300 ms.
  served.addEventListener('animationstart', ({ target }) => {
    if (target === served) isSeen = true
  })
  return () => isSeen
}
