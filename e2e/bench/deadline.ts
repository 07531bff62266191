/** How long one step in a browser may take on a busy machine, in ms. */
export const stepTimeout = 120_000

/** Ends the wait for work that has no deadline of its own, such as a promise in a page. */
export async function withDeadline<T>(step: string, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Error(`${step} hasn’t ended within ${stepTimeout / 1000} s.`))
  }, stepTimeout)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
