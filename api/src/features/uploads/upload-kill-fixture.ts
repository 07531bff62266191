import { openVisibility } from '../visibility/open-visibility-fixture.ts'
import { runUntilKilled } from '../sync/sync-kill-fixture.ts'
import { createClosedUploads } from './closed-uploads.ts'

/** The id of the upload that is killed. */
const killedUpload = '00000000-0000-4000-8000-000000000000'

/** Uploads a file in a process that ends as `kill -9` does at a call to the store or files, or at a piece that they take. */
export function uploadAndKill(dataFolder: string, file: string, step: number) {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  return runUntilKilled(`
    import { readFileSync, writeSync } from 'node:fs'
    import { steppingPort } from ${at('../sync/sync-kill-fixture.ts')}
    import { openUploads, sendFile } from ${at('./upload-kill-fixture.ts')}
    let steps = 0
    const step = () => { if ((steps += 1) === ${step}) process.kill(process.pid, 'SIGKILL') }
    const uploads = await openUploads(${JSON.stringify(dataFolder)}, (port) => steppingPort(port, step))
    steps = 0
    await sendFile(uploads, readFileSync(${JSON.stringify(file)}))
    writeSync(1, JSON.stringify({ steps, ms: 0 }) + '\\n')
    process.exit()`)
}

/** The services over the embedded adapters in a data folder. */
export async function openUploads(
  dataFolder: string,
  wrapped = <P extends object>(port: P): P => port,
) {
  const { folderBlobStore } = await import('../../adapters/folder/folder-blob-store.ts')
  const { openSqliteStore } = await import('../../adapters/sqlite/sqlite-document-store.ts')
  const { createSyncedDocumentsService } = await import('../documents/synced-documents-service.ts')
  const { silentLog } = await import('../../platform/log.ts')
  const { createPaperArrivalsService } = await import('../sync/paper-arrivals-service.ts')
  const { createUploadExpiry } = await import('./upload-expiry.ts')
  const { createUploadsService } = await import('./uploads-service.ts')
  const now = () => new Date()
  const store = wrapped(openSqliteStore({ path: `${dataFolder}/portal.sqlite` }))
  const blobs = wrapped(folderBlobStore(`${dataFolder}/blobs`))
  const documents = createSyncedDocumentsService({ store, log: silentLog })
  const arrivals = createPaperArrivalsService({ blobs })
  const completePapers = () => undefined
  const service = createUploadsService({
    store,
    blobs,
    documents,
    arrivals,
    completePapers,
    now,
    closed: createClosedUploads({ documents, visibility: openVisibility }),
  })
  return {
    store,
    blobs,
    service,
    expiry: createUploadExpiry({ store, blobs, now, log: silentLog }),
  }
}

/** Sends a file as a browser does, without the parts that have arrived. */
export async function sendFile(
  { service }: Pick<Awaited<ReturnType<typeof openUploads>>, 'service'>,
  content: Uint8Array,
): Promise<string> {
  const { syncAdmin } = await import('../sync/sync-fixtures.ts')
  const { partsOf, sha256Of, startOf } = await import('./upload-fixture.ts')
  const bytes = new Uint8Array(content)
  const file = startOf({ name: 'Long.pdf', bytes, folder: '2027 Q1' })
  const { parts: arrived } = await service.start(syncAdmin, killedUpload, file)
  const parts = partsOf(bytes)
  for (const [part, piece] of parts.entries()) {
    if (arrived.some((other) => other.part === part)) continue
    const sent = { id: killedUpload, part, sha256: sha256Of(piece), bytes: inPieces(piece) }
    await service.part(syncAdmin, sent)
  }
  const { document } = await service.complete(syncAdmin, killedUpload, parts.map(sha256Of))
  return document.id
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = 1024 * 1024
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
