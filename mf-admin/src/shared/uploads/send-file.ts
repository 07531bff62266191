import { type ApiError, type Call, isApiError } from '@portal/remote-kit/client'
import {
  completeUpload,
  startUpload,
  type UploadStart,
  type UploadOutcome,
  uploadPart,
} from '@portal/contract/uploads'

type FileToSend = Pick<
  UploadStart,
  'name' | 'folder' | 'size' | 'modified' | 'replaces' | 'slot'
> & {
  /** Of the upload; another try under the same id continues it. */
  id: string
  file: File
}

type Sending = {
  call: Call
  upload: FileToSend
  signal: AbortSignal
  /** In bytes. */
  onSent: (bytes: number) => void
  onStoring: () => void
}

/** Sends the parts that the server hasn't got, and completes the upload. One part at a time is in memory. */
export async function sendFile(sending: Sending): Promise<UploadOutcome> {
  const { call, upload, signal, onSent, onStoring } = sending
  const { id, name, folder, size, modified, file, replaces, slot } = upload
  const target = { ...(replaces && { replaces }), ...(slot && { slot }) }
  const body = { name, folder, size, modified, ...target }
  const { partSize, parts: arrived } = await call(startUpload, { params: { id }, body }, { signal })
  const known = new Set(arrived.map(({ part, sha256 }) => `${part}-${sha256}`))
  const hashes: string[] = []
  for (let start = 0; start < size; start += partSize) {
    const part = hashes.length
    const slice = file.slice(start, start + partSize)
    const sha256 = await hashOf(slice)
    signal.throwIfAborted()
    if (!known.has(`${part}-${sha256}`)) {
      await call(uploadPart, { params: { id, part, sha256 }, upload: slice }, { signal })
    }
    hashes.push(sha256)
    onSent(Math.min(start + partSize, size))
  }
  onStoring()
  return call(completeUpload, { params: { id }, body: { parts: hashes } }, { signal })
}

const passing = new Set<ApiError['code']>([
  'offline',
  'unavailable',
  'contention',
  'timeout',
  'requestTimeout',
  'tooMany',
])

/** Whether the same request may succeed later: the server or the connection is away, or busy. */
export function isPassing(error: unknown): error is ApiError {
  if (!isApiError(error)) return false
  return passing.has(error.code)
}

async function hashOf(slice: Blob): Promise<string> {
  const bytes = await bytesOf(slice)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  // Frees the bytes now: browsers may keep hundreds of megabytes of them until they collect garbage.
  if ('transfer' in bytes.buffer) bytes.buffer.transfer(0)
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** As a stream: Chromium collects what `arrayBuffer()` read only after hundreds of megabytes. */
async function bytesOf(slice: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(slice.size)
  const reader = slice.stream().getReader()
  for (let at = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return bytes
    bytes.set(value, at)
    at += value.length
  }
}
