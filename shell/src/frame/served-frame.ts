let served: string | undefined

/**
 * The greeting that the page was served with. The dashboard keeps it until it is left: otherwise it would greet
 * differently if the hour has changed since, or if the device's clock is wrong.
 */
export const servedGreeting = {
  /** Reads it from the page, before the shell replaces it. */
  keep: () => {
    served = document.querySelector('.first-paint h1')?.textContent
  },
  get: () => served,
  forget: () => {
    served = undefined
  },
}

/**
 * Whether the skeleton of the served page is visible; later, whether it was visible when it was
 * removed.
 */
export function watchServedSkeleton(): () => boolean {
  const skeleton = document.querySelector('.first-paint .waiting')
  if (!skeleton) return () => false
  let isSeen = getComputedStyle(skeleton).visibility !== 'hidden'
  // Its style sheet shows it by an animation that begins after 300 ms.
  skeleton.addEventListener('animationstart', ({ target }) => {
    if (target === skeleton) isSeen = true
  })
  return () => isSeen
}
