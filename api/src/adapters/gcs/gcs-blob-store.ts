import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Bucket, CRC32C, IdempotencyStrategy, Storage } from '@google-cloud/storage'
import { type BlobStore, checkedKey } from '../../platform/files/blob-store.ts'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'
import { Refusal } from '../../refusal.ts'

export type GcsOptions = {
  bucket: string
  /** Path of a service account key; defaults to the application default credentials. */
  credentialsFile?: string | undefined
  /** For tests: the origin of an emulator. */
  apiEndpoint?: string
  /** Number of retries of a failed call, after 1, 2, 4 s. */
  retries?: number
}

/** Blobs up to this many bytes are sent in one request with their checksum; larger ones are streamed. */
const maxSingleUpload = 8 * 1024 * 1024

/**
 * Blobs as objects of one Google Cloud Storage bucket, with their keys as object names. An object becomes visible
 * only when its upload is complete (https://cloud.google.com/storage/docs/consistency). Preconditions aren't needed:
 * a key either identifies its content or has a single writer.
 */
export function gcsBlobStore(options: GcsOptions): BlobStore {
  const bucket = bucketOf(options)
  const fileOf = (key: string) => bucket.file(checkedKey(key))
  return {
    async put(key, bytes, signal) {
      const file = fileOf(key)
      signal?.throwIfAborted()
      const { head, rest } = await untilAborted(beginning(bytes), signal)
      await guarded(signal, async () => {
        if (!rest) {
          const sum = new CRC32C()
          sum.update(head)
          // With a checksum, bytes corrupted in transit are rejected.
          return file.save(head, { resumable: false, metadata: { crc32c: sum.toString() } })
        }
        const target = file.createWriteStream({ resumable: true })
        await pipeline(rest, target, { signal })
      })
    },

    async info(key, signal) {
      const file = fileOf(key)
      return ifExists(signal, async () => {
        const [{ size, updated, timeCreated }] = await file.getMetadata()
        const storedAt = new Date(updated ?? timeCreated ?? 0).toISOString()
        return { size: Number(size ?? 0), storedAt }
      })
    },

    async read(key, range, signal) {
      const file = fileOf(key)
      signal?.throwIfAborted()
      const stream = file.createReadStream({ ...range, decompress: false })
      // The library adds eleven listeners to one response, and Node warns above ten; they end with the response.
      stream.once('response', (answer: Readable) => answer.setMaxListeners(20))
      // Its readers see the error; without them, Node would end the process.
      stream.on('error', () => undefined)
      const end = () => stream.destroy(signal?.reason)
      signal?.addEventListener('abort', end, { once: true })
      stream.once('close', () => signal?.removeEventListener('abort', end))
      return ifExists(signal, async () => {
        await opened(stream)
        return Readable.toWeb(stream) as ReadableStream<Uint8Array>
      })
    },

    async delete(key, signal) {
      const file = fileOf(key)
      await guarded(signal, () => file.delete({ ignoreNotFound: true }))
    },

    async *keys(prefix, signal) {
      for await (const { key } of listed(bucket, prefix, signal)) yield key
    },

    sizes: (prefix, signal) => listed(bucket, prefix, signal),
  }
}

/** Refuses with an explanation if the bucket doesn't exist or can't be listed. */
export async function mustReachBucket(options: GcsOptions): Promise<void> {
  await guarded(undefined, () => bucketOf(options).getFiles({ autoPaginate: false, maxResults: 1 }))
}

function bucketOf({ bucket, credentialsFile, apiEndpoint, retries = 2 }: GcsOptions): Bucket {
  const storage = new Storage({
    ...(credentialsFile === undefined ? {} : { keyFilename: credentialsFile }),
    ...(apiEndpoint === undefined ? {} : { apiEndpoint, projectId: 'demo' }),
    retryOptions: {
      autoRetry: retries > 0,
      maxRetries: retries,
      // Writing the same blob twice is harmless.
      idempotencyStrategy: IdempotencyStrategy.RetryAlways,
    },
  })
  return storage.bucket(bucket)
}

type Beginning = {
  /** The whole blob if there is no `rest`. */
  head: Buffer
  rest?: AsyncIterable<Uint8Array>
}

/** Reads until the end or until the blob exceeds `maxSingleUpload`. Nothing has been uploaded if the source fails here. */
async function beginning(bytes: AsyncIterable<Uint8Array> | Uint8Array): Promise<Beginning> {
  if (bytes instanceof Uint8Array) {
    const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return head.length <= maxSingleUpload ? { head } : { head, rest: chunked(head) }
  }
  const chunks: Uint8Array[] = []
  let size = 0
  const iterator = bytes[Symbol.asyncIterator]()
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    chunks.push(next.value)
    size += next.value.byteLength
    if (size > maxSingleUpload) return { head: Buffer.alloc(0), rest: following(chunks, iterator) }
  }
  return { head: Buffer.concat(chunks) }
}

async function* following(
  chunks: Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* chunks
  chunks.length = 0
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
}

async function* chunked(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += maxSingleUpload)
    yield bytes.subarray(at, at + maxSingleUpload)
}

/** Resolves with the first bytes or the end; rejects if the object can't be read. */
function opened(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('readable', resolve).once('end', resolve).once('error', reject)
  })
}

async function* listed(bucket: Bucket, prefix: string, signal: AbortSignal | undefined) {
  let pageToken: string | undefined
  do {
    const page = await guarded(signal, () => pageOfFiles(bucket, prefix, pageToken))
    yield* page.files
    pageToken = page.next
  } while (pageToken !== undefined)
}

async function pageOfFiles(bucket: Bucket, prefix: string, pageToken: string | undefined) {
  const [files, query] = await bucket.getFiles({
    prefix,
    autoPaginate: false,
    maxResults: 1000,
    fields: 'items(name,size),nextPageToken',
    ...(pageToken === undefined ? {} : { pageToken }),
  })
  // With `fields`, the library returns Google's records, despite its types.
  const records = files as unknown as { name: string; size?: string }[]
  const sized = records.map(({ name, size }) => ({ key: name, size: Number(size ?? 0) }))
  return { files: sized, next: nextOf(query) }
}

/** The query for the next page; null on the last page, despite the library's types. */
function nextOf(query: { pageToken?: string } | null): string | undefined {
  return query?.pageToken
}

async function ifExists<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return guarded(signal, async () => {
    try {
      return await work()
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  })
}

/** The library's calls can't be canceled: they end by its own timeouts, and nobody waits for them. */
async function guarded<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  try {
    return await untilAborted(work(), signal)
  } catch (error) {
    signal?.throwIfAborted()
    throw gcsRefusal(error)
  }
}

/** The code of a connection error (`ECONNREFUSED`) or of Google's response (`404`, `503`). */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function isNotFound(error: unknown): boolean {
  return Number(codeOf(error)) === 404
}

const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
])

/** Maps storage errors to refusals; other errors, such as the source's own, are returned unchanged. */
function gcsRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  const status = Number(code)
  if (status === 404) {
    const detail = 'The server’s storage bucket doesn’t exist. Check GCS_BUCKET.'
    return new Refusal('unavailable', detail, { cause: error })
  }
  if (status === 401 || status === 403) {
    const detail =
      'The portal’s account may not use the server’s storage. Check its permissions on GCS_BUCKET.'
    return new Refusal('unavailable', detail, { cause: error })
  }
  const isTransient = status === 408 || status === 429 || status >= 500
  if (isTransient || connectionErrorCodes.has(String(code)) || isConnectionError(error)) {
    const detail = 'The server’s storage can’t be reached at the moment. Please try again.'
    return new Refusal('unavailable', detail, { cause: error, retryAfter: 5 })
  }
  return error
}

/** Google's HTTP client wraps system errors and keeps only their message. */
function isConnectionError(error: unknown): boolean {
  return error instanceof Error && error.name === 'FetchError'
}
