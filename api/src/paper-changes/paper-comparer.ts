import { startWorkerThread } from '../background/worker-thread.ts'
import type { PaperChanges } from './compare-papers.ts'

/** Each a JSON array with one string per page, in UTF-8. */
export type TextsToCompare = { older: Uint8Array; newer: Uint8Array }
export type Compared = { changes: PaperChanges }

export type PaperComparer = {
  /** Undefined if it takes too long or too much memory, or is aborted. */
  compare: (texts: TextsToCompare, signal: AbortSignal) => Promise<PaperChanges | undefined>
  stop: () => Promise<void>
}

/** The time in ms: two papers of 100 pages take a tenth of a second. */
const usualLimits = { timeout: 30_000, memoryMb: 1024 }
/** How long a worker waits for another comparison, in ms. */
const idleTime = 30_000

/** Compares the texts of papers in a worker thread, one pair at a time. */
export function createPaperComparer(limits = usualLimits): PaperComparer {
  const thread = startWorkerThread<TextsToCompare, Compared>(
    new URL('./compare-worker.ts', import.meta.url),
    limits,
  )
  let turn: Promise<unknown> = Promise.resolve()
  let idleTimer: NodeJS.Timeout | undefined
  return {
    compare(texts, signal) {
      const compared = turn.then(async () => {
        clearTimeout(idleTimer)
        const answer = await thread.ask(texts, signal)
        idleTimer = setTimeout(() => void thread.stop(), idleTime).unref()
        return answer?.changes
      })
      turn = compared.catch(() => undefined)
      return compared
    },
    async stop() {
      clearTimeout(idleTimer)
      await thread.stop()
    },
  }
}
