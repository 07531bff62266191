import type { PlacedNote } from '@portal/contract/notes'
import { startWorkerThread } from '../worker-thread.ts'

export type PaperToAnnotate = {
  /** Of the paper's PDF. */
  path: string
  version: number
  notes: readonly PlacedNote[]
  author: string
}

/** `refused`: the PDF is protected with a password, or damaged. */
export type Annotated = { bytes?: Uint8Array<ArrayBuffer>; refused?: 'encrypted' | 'broken' }

export type PaperAnnotator = {
  /** Undefined if it takes too long or too much memory, or is aborted. */
  annotate: (paper: PaperToAnnotate, signal: AbortSignal) => Promise<Annotated | undefined>
  stop: () => Promise<void>
}

/** In ms: 500 notes on 100 pages take about a second. */
const timeout = 60_000
/** How long a worker waits for another paper, in ms. */
const idleTime = 30_000

/** Writes notes into copies of papers in a worker thread, one paper at a time. */
export function createPaperAnnotator(): PaperAnnotator {
  const thread = startWorkerThread<PaperToAnnotate, Annotated>(
    new URL('./annotate-worker.ts', import.meta.url),
    { timeout, memoryMb: 1024 },
  )
  let turn: Promise<unknown> = Promise.resolve()
  let idleTimer: NodeJS.Timeout | undefined
  return {
    annotate(paper, signal) {
      const annotated = turn.then(async () => {
        clearTimeout(idleTimer)
        const answer = await thread.ask(paper, signal)
        idleTimer = setTimeout(() => void thread.stop(), idleTime).unref()
        return answer
      })
      turn = annotated.catch(() => undefined)
      return annotated
    },
    async stop() {
      clearTimeout(idleTimer)
      await thread.stop()
    },
  }
}
