import type { PlacedNote } from '@portal/contract/notes'
import { startWorkerThread } from '../background/worker-thread.ts'
import type { NotesToList } from './notes-list.ts'

export type PaperToAnnotate = {
  /** Path of the paper's PDF. */
  path: string
  version: number
  notes: readonly PlacedNote[]
  author: string
}

/** `refused`: the PDF is protected with a password, or damaged. */
export type Annotated = { bytes?: Uint8Array<ArrayBuffer>; refused?: 'encrypted' | 'broken' }

export type ExportJob = { paper: PaperToAnnotate } | { list: NotesToList }

/** Both resolve to undefined if the export takes too much time or memory, or is aborted. */
export type NoteExporter = {
  annotate: (paper: PaperToAnnotate, signal: AbortSignal) => Promise<Annotated | undefined>
  list: (list: NotesToList, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer> | undefined>
  stop: () => Promise<void>
}

/** In ms: 500 notes on 100 pages take about a second. */
const timeout = 60_000
/** How long an idle worker is kept, in ms. */
const idleTime = 30_000

/** Makes PDFs of notes in a worker thread, one at a time. */
export function createNoteExporter(): NoteExporter {
  const thread = startWorkerThread<ExportJob, Annotated>(
    new URL('./export-worker.ts', import.meta.url),
    { timeout, memoryMb: 1024 },
  )
  let turn: Promise<unknown> = Promise.resolve()
  let idleTimer: NodeJS.Timeout | undefined
  const make = (job: ExportJob, signal: AbortSignal) => {
    const made = turn.then(async () => {
      clearTimeout(idleTimer)
      const answer = await thread.ask(job, signal)
      idleTimer = setTimeout(() => void thread.stop(), idleTime).unref()
      return answer
    })
    turn = made.catch(() => undefined)
    return made
  }
  return {
    annotate: (paper, signal) => make({ paper }, signal),
    list: async (list, signal) => (await make({ list }, signal))?.bytes,
    async stop() {
      clearTimeout(idleTimer)
      await thread.stop()
    },
  }
}
