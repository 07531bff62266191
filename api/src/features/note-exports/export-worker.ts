import { answerJobs } from '../../platform/background/answer-jobs.ts'
import { annotatedCopy } from './annotated-copy-service.ts'
import type { Annotated, ExportJob } from './note-exports-service.ts'
import { notesList, type NotesToList } from './notes-list.ts'

answerJobs(
  (job: ExportJob) => ('paper' in job ? annotatedCopy(job.paper) : listed(job.list)),
  ({ bytes }: Annotated) => (bytes ? [bytes.buffer] : []),
)

async function listed(list: NotesToList): Promise<Annotated> {
  return { bytes: new Uint8Array(await notesList(list)) }
}
