/** The result of `work`, or `late()` thrown after `limit` ms. The work itself goes on. */
export async function inTime<T>(work: Promise<T>, limit: number, late: () => unknown): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const alarm = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), limit)
  })
  try {
    return await Promise.race([work, alarm])
  } finally {
    clearTimeout(timer)
  }
}
