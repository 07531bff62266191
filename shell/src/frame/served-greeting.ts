let served: string | undefined

/**
 * The greeting that the page was served with. The dashboard keeps it until it is left: on its own it
 * would greet differently if the hour has changed since, or if the device's clock is wrong.
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
