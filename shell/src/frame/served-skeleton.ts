/** Whether the skeleton of the served page can be seen; asked again later, whether it could when it left the page. */
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
