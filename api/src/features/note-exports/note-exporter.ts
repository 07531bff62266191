import type { PlacedNote } from '@portal/contract/notes'
import type { WorkerKind } from '../../platform/background/heavy-work.ts'
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

/** Makes PDFs of notes: 500 notes on 100 pages take about a second. */
export const exportWorker: WorkerKind<ExportJob, Annotated> = {
  name: 'note export',
  script: new URL('./export-worker.ts', import.meta.url),
  length: 'long',
  timeout: 60_000,
  memoryMb: 1024,
  idleTime: 30_000,
  longestWait: 60_000,
}
