import { type Call, isApiError } from '@portal/remote-kit/client'
import { cancelUpload, type UploadOutcome } from '@portal/contract/uploads'
import type { KeptFiles, KeptUpload } from './kept-files.ts'
import type { PickedFile } from './picked-files.ts'
import { isPassing, sendFile } from '../shared/uploads/send-file.ts'
import { fileRefusal, type UploadFailure, uploadFailure } from '../shared/uploads/upload-failure.ts'

type UploadState =
  | { kind: 'waiting' | 'sending' | 'storing' | 'offline' }
  /** The browser hasn't kept the file: the admin has to pick it again. */
  | { kind: 'lost' }
  | { kind: 'done'; result: UploadOutcome }
  | ({ kind: 'failed' } & UploadFailure)

export type QueuedUpload = KeptUpload & {
  state: UploadState
  /** In bytes. */
  sent: number
  /** Whether a reload loses the file. */
  isKept: boolean
}

export type UploadQueue = {
  subscribe: (onChange: () => void) => () => void
  /** In the order in which they were added. Equal until something changes. */
  all: () => readonly QueuedUpload[]
  add: (picked: readonly PickedFile[]) => Promise<void>
  retry: (id: string) => void
  cancel: (id: string) => void
  cancelAll: () => void
  /** Removes the uploads that have ended from the list; by default all of them. */
  clear: (isMeant?: (upload: QueuedUpload) => boolean) => void
  /** Continues the uploads that a reload interrupted; only the first call does something. */
  resume: () => Promise<void>
}

type UploadQueueParts = {
  call: Call
  by: string
  kept: KeptFiles
  /** Called once nothing is being sent any more. */
  onStored: () => void
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** How many files are sent at the same time. */
const atOnce = 3
/** Delays between tries while the server is away, in ms; the last one repeats. */
const delays = [1000, 2000, 4000, 8000, 15_000]

/** The uploads of one admin, which continue while this tab is open. */
export function createUploadQueue({
  call,
  by,
  kept,
  onStored,
  wait = untilOnline,
}: UploadQueueParts): UploadQueue {
  let uploads: readonly QueuedUpload[] = []
  let resumed: Promise<void> | undefined
  const running = new Map<string, AbortController>()
  const listeners = new Set<() => void>()

  const change = (next: readonly QueuedUpload[]) => {
    uploads = next
    for (const listener of listeners) listener()
  }
  const update = (id: string, fields: Partial<QueuedUpload>) =>
    change(uploads.map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)))

  const startMore = () => {
    for (const upload of uploads) {
      if (running.size >= atOnce) return
      if (upload.state.kind === 'waiting' && upload.file && !running.has(upload.id)) {
        void run({ ...upload, file: upload.file })
      }
    }
  }

  const run = async (upload: KeptUpload & { file: File }) => {
    const { id } = upload
    const controller = new AbortController()
    running.set(id, controller)
    const { signal } = controller
    try {
      const result = await sendUntilDone(upload, signal)
      await kept.forget(id)
      update(id, { state: { kind: 'done', result }, sent: upload.size })
    } catch (error) {
      if (!signal.aborted) {
        const failure = uploadFailure(error, upload.name)
        // A refusal is reported once: a reload doesn't bring the file back.
        if (failure.isFinal) await kept.forget(id)
        update(id, { state: { kind: 'failed', ...failure } })
      }
    } finally {
      running.delete(id)
      startMore()
      if (running.size === 0) onStored()
    }
  }

  const sendUntilDone = async (upload: KeptUpload & { file: File }, signal: AbortSignal) => {
    const { id } = upload
    const onSent = (sent: number) => update(id, { sent, state: { kind: 'sending' } })
    const onStoring = () => update(id, { state: { kind: 'storing' } })
    let incomplete = 0
    for (let tries = 0; ; tries += 1) {
      try {
        update(id, { state: { kind: 'sending' } })
        return await sendFile({ call, upload, signal, onSent, onStoring })
      } catch (error) {
        signal.throwIfAborted()
        // Parts that the server has lost are sent again.
        const isIncomplete = isApiError(error) && error.code === 'conflict'
        if (isIncomplete && (incomplete += 1) <= 2) continue
        if (!isPassing(error)) throw error
        update(id, { state: { kind: 'offline' } })
        await wait(delays[Math.min(tries, delays.length - 1)]!, signal)
      }
    }
  }

  /** A picked file that was lost in a reload continues its upload. */
  const lostUpload = ({ file }: PickedFile) =>
    uploads.find(
      ({ state, name, size, modified }) =>
        state.kind === 'lost' &&
        name === file.name &&
        size === file.size &&
        modified === timeOf(file),
    )

  const drop = (id: string) => {
    running.get(id)?.abort()
    const upload = uploads.find((candidate) => candidate.id === id)
    change(uploads.filter((other) => other.id !== id))
    void kept.forget(id)
    const hasBegun = upload && (upload.sent > 0 || upload.state.kind !== 'waiting')
    // The server deletes an upload that isn't canceled after some days.
    if (hasBegun) call(cancelUpload, { params: { id } }).catch(() => undefined)
  }

  return {
    subscribe(onChange) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    all: () => uploads,
    async add(picked) {
      // What was refused earlier was reported with its own drop.
      if (uploads.every(hasEnded)) change(uploads.filter((upload) => !isRefused(upload)))
      for (const pickedFile of picked) {
        const lost = lostUpload(pickedFile)
        const upload = lost ? { ...lost, file: pickedFile.file } : newUpload(pickedFile, by)
        if (lost) update(lost.id, { file: pickedFile.file, state: { kind: 'waiting' } })
        else
          change([
            ...uploads,
            { ...upload, state: stateOf(pickedFile.file), sent: 0, isKept: false },
          ])
        if (stateOf(pickedFile.file).kind !== 'waiting') continue
        const { id, name, folder, size, modified, slot, file } = upload
        const words = { id, by, name, folder, size, modified, ...(slot && { slot }) }
        const isKept = await kept.keep({ ...words, ...(file && { file }) })
        update(id, { isKept })
        startMore()
      }
    },
    retry(id) {
      update(id, { state: { kind: 'waiting' } })
      startMore()
    },
    cancel: drop,
    cancelAll() {
      for (const { id, state } of uploads) if (state.kind !== 'done') drop(id)
    },
    clear: (isMeant = () => true) =>
      change(uploads.filter((upload) => !hasEnded(upload) || !isMeant(upload))),
    resume() {
      resumed ??= (async () => {
        const all = await kept.all()
        for (const { id, by: owner } of all) if (owner !== by) void kept.forget(id)
        const own = all.filter(
          (stored) => stored.by === by && uploads.every(({ id }) => id !== stored.id),
        )
        const back = own.map((stored): QueuedUpload => {
          const state: UploadState = { kind: stored.file ? 'waiting' : 'lost' }
          return { ...stored, state, sent: 0, isKept: stored.file !== undefined }
        })
        change([...back, ...uploads])
        startMore()
      })()
      return resumed
    },
  }
}

export function hasEnded(upload: QueuedUpload): boolean {
  return upload.state.kind === 'done' || isRefused(upload)
}

/** Whether another try would end in the same way. */
export function isRefused({ state }: QueuedUpload): boolean {
  return state.kind === 'failed' && state.isFinal
}

function newUpload({ file, folder, slot }: PickedFile, by: string): KeptUpload {
  const { name, size } = file
  const id = crypto.randomUUID()
  return { id, by, name, folder, size, modified: timeOf(file), file, ...(slot && { slot }) }
}

function timeOf(file: File): string {
  return new Date(file.lastModified).toISOString()
}

/** Files that the server would refuse aren't sent. */
function stateOf(file: File): UploadState {
  const sentence = fileRefusal(file)
  return sentence === undefined ? { kind: 'waiting' } : { kind: 'failed', sentence, isFinal: true }
}

/** Waits, but no longer than until the device is online again. */
function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const stop = () => {
      end()
      reject(signal.reason as Error)
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', stop)
  })
}
