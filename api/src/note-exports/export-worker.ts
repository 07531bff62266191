import { parentPort } from 'node:worker_threads'
import { annotatedCopy } from './annotated-copy-service.ts'
import type { Annotated, ExportJob } from './note-exporter.ts'
import { notesList, type NotesToList } from './notes-list.ts'

// pdf-lib warns about every irregularity; what matters is in the outcome.
// oxlint-disable-next-line no-console -- nothing is printed
console.warn = () => {}

parentPort?.on('message', (job: ExportJob) => {
  void ('paper' in job ? annotatedCopy(job.paper) : listed(job.list)).then(answer)
})

function answer(made: Annotated): void {
  const moved = made.bytes ? [made.bytes.buffer] : []
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(made, moved)
}

async function listed(list: NotesToList): Promise<Annotated> {
  return { bytes: new Uint8Array(await notesList(list)) }
}
