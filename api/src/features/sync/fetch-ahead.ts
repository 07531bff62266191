export type Outcome<T, R> = { item: T } & ({ result: R } | { error: unknown })

/** How many items are processed concurrently, and how far ahead of the consumer. */
const concurrency = 24
const maxAhead = 96

/**
 * Processes items concurrently and yields their results in order. When the consumer stops, no further work starts,
 * and the generator ends once the running work has finished.
 */
export async function* fetchAhead<T, R>(
  items: T[],
  work: (item: T) => Promise<R>,
): AsyncGenerator<Outcome<T, R>> {
  const begun: Promise<Outcome<T, R>>[] = []
  let running = 0
  let yielded = 0
  let isOver = false
  const beginMore = () => {
    if (isOver) return
    while (
      begun.length < items.length &&
      running < concurrency &&
      begun.length < yielded + maxAhead
    ) {
      running += 1
      begun.push(settled(items[begun.length]!))
    }
  }
  const settled = async (item: T): Promise<Outcome<T, R>> => {
    try {
      return { item, result: await work(item) }
    } catch (error) {
      return { item, error }
    } finally {
      running -= 1
      beginMore()
    }
  }
  try {
    for (; yielded < items.length; yielded += 1) {
      beginMore()
      yield await begun[yielded]!
    }
  } finally {
    isOver = true
    await Promise.all(begun)
  }
}
