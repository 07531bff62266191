import { type BlobStore, checkedKey } from '../../platform/files/blob-store.ts'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'

/** Blobs kept in memory; for tests and demos. */
export function memoryBlobStore(now: () => Date = () => new Date()): BlobStore {
  const blobs = new Map<string, { bytes: Uint8Array; storedAt: string }>()
  return {
    async put(key, bytes, signal) {
      checkedKey(key)
      signal?.throwIfAborted()
      const whole =
        bytes instanceof Uint8Array ? bytes.slice() : await untilAborted(collect(bytes), signal)
      blobs.set(key, { bytes: whole, storedAt: now().toISOString() })
    },
    async info(key, signal) {
      signal?.throwIfAborted()
      const blob = blobs.get(checkedKey(key))
      return blob && { size: blob.bytes.byteLength, storedAt: blob.storedAt }
    },
    async read(key, range, signal) {
      const blob = blobs.get(checkedKey(key))
      signal?.throwIfAborted()
      if (!blob) return undefined
      const part = range ? blob.bytes.subarray(range.start, range.end + 1) : blob.bytes
      let leave = () => {}
      const stopListening = () => signal?.removeEventListener('abort', leave)
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            leave = () => controller.error(signal?.reason)
            signal?.addEventListener('abort', leave, { once: true })
          },
          pull(controller) {
            stopListening()
            if (part.byteLength > 0) controller.enqueue(part)
            controller.close()
          },
          cancel: stopListening,
        },
        { highWaterMark: 0 },
      )
    },
    async delete(key, signal) {
      signal?.throwIfAborted()
      blobs.delete(checkedKey(key))
    },
    async *keys(prefix, signal) {
      for (const key of [...blobs.keys()].toSorted()) {
        signal?.throwIfAborted()
        if (key.startsWith(prefix)) yield key
      }
    },
    async *sizes(prefix, signal) {
      for (const [key, { bytes }] of blobs) {
        signal?.throwIfAborted()
        if (key.startsWith(prefix)) yield { key, size: bytes.byteLength }
      }
    },
  }
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
