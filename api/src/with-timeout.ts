/** The result of `work`, or the error of `onTimeout()` after `limit` ms. The work itself is not cancelled. */
export async function withTimeout<T>(
  work: Promise<T>,
  limit: number,
  onTimeout: () => unknown,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onTimeout()), limit)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
