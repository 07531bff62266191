import type { PdfWorker } from './pdf-rendition.ts'

export type Outcome<T, R> = { item: T } & ({ result: R } | { error: unknown })

/** How many are worked on at the same time, and how far ahead of the one that is waited for. */
const atOnce = 24
const ahead = 96

/**
 * Works on several items at once and yields what came of them in their own order. When the caller goes away, no
 * further work is begun, and what was begun has ended.
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
    while (begun.length < items.length && running < atOnce && begun.length < yielded + ahead) {
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

/** PDFs are made one after another, however many files arrive at once: the thread's answers don't say whose they are. */
export function oneByOne(pdfs: PdfWorker, signal: AbortSignal): PdfWorker {
  let turn: Promise<unknown> = Promise.resolve()
  return {
    stop: pdfs.stop,
    make(from, to) {
      const made = turn.then(() => {
        signal.throwIfAborted()
        return pdfs.make(from, to)
      })
      turn = made.catch(() => undefined)
      return made
    },
  }
}
