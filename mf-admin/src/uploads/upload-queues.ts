import type { UploadOutcome } from '@portal/contract/uploads'
import type { Portal } from '@portal/remote-kit/portal'
import { documentsKey } from '@portal/remote-kit/queries/documents'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import type { useQueryClient } from '@portal/remote-kit/query'
import { correctionsKey } from '../shared/corrections/correction-queries.ts'
import { uploadsKey } from '../shared/queries.ts'
import { browserKeptFiles } from './kept-files.ts'
import { createUploadQueue, hasEnded, type UploadQueue } from './upload-queue.ts'
import { readStored, removeStored, store } from '@portal/remote-kit/device-storage'

type QueryClient = ReturnType<typeof useQueryClient>

const queues = new WeakMap<Portal['call'], UploadQueue>()

/** The session's queue, which outlives every screen. */
export function queueOf({ call, person }: Portal, client: QueryClient): UploadQueue {
  const known = queues.get(call)
  if (known) return known
  const queue = createUploadQueue({
    call,
    by: person.uid,
    kept: browserKeptFiles(),
    onStored() {
      void invalidateShared(client, documentsKey)
      void client.invalidateQueries({ queryKey: correctionsKey })
      void client.invalidateQueries({ queryKey: uploadsKey })
    },
  })
  queues.set(call, queue)
  const isOpen = () => queue.all().some((upload) => !hasEnded(upload))
  queue.subscribe(() => rememberUploads(person.uid, isOpen()))
  void queue.resume()
  return queue
}

/** What a file was stored as; undefined if it was refused or cancelled. */
export function storedIn(queue: UploadQueue, file: File): Promise<UploadOutcome | undefined> {
  return new Promise((resolve) => {
    const look = () => {
      const upload = queue.all().find((candidate) => candidate.file === file)
      if (upload && !hasEnded(upload)) return
      stop()
      resolve(upload?.state.kind === 'done' ? upload.state.result : undefined)
    }
    const stop = queue.subscribe(look)
    look()
  })
}

const keyOf = (uid: string) => `uploads:${uid}`

/** Whether this device may have uploads to continue; read at start, before anything of them is loaded. */
export function mayHaveUploads(uid: string): boolean {
  return readStored('localStorage', keyOf(uid)) === true
}

function rememberUploads(uid: string, has: boolean): void {
  if (has) store('localStorage', keyOf(uid), true)
  else removeStored('localStorage', keyOf(uid))
}
