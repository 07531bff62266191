import type { BlobStore } from '../../documents/blob-store.ts'
import { checkedKey } from '../../store/blob-key.ts'

/** Blobs kept in memory; for tests and demos. */
export function memoryBlobStore(now: () => Date = () => new Date()): BlobStore {
  const blobs = new Map<string, { bytes: Uint8Array; storedAt: string }>()
  return {
    async put(key, bytes) {
      checkedKey(key)
      const whole = bytes instanceof Uint8Array ? bytes.slice() : await collect(bytes)
      blobs.set(key, { bytes: whole, storedAt: now().toISOString() })
    },
    async info(key) {
      const found = blobs.get(checkedKey(key))
      return found && { size: found.bytes.byteLength, storedAt: found.storedAt }
    },
    async read(key, range) {
      const found = blobs.get(checkedKey(key))
      if (!found) return undefined
      const part = range ? found.bytes.subarray(range.start, range.end + 1) : found.bytes
      return new ReadableStream<Uint8Array>({
        start(controller) {
          if (part.byteLength > 0) controller.enqueue(part)
          controller.close()
        },
      })
    },
    async delete(key) {
      blobs.delete(checkedKey(key))
    },
    async *keys(prefix) {
      for (const key of [...blobs.keys()].toSorted()) if (key.startsWith(prefix)) yield key
    },
  }
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
