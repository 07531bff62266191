import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStore } from '../../documents/blob-store.ts'
import { Refusal } from '../../refusal.ts'
import { checkedKey } from '../../store/blob-key.ts'
import { codeOf, isMissing } from './file-errors.ts'

const chunkSize = 256 * 1024
const incoming = '.incoming'

/** Blobs as files in a folder, with their keys as paths. `isShared`: other processes may write to the folder. */
export function folderBlobStore(folder: string, { isShared = false } = {}): BlobStore {
  // Partial uploads of a killed process, which were never visible.
  if (!isShared) rmSync(join(folder, incoming), { recursive: true, force: true })
  mkdirSync(join(folder, incoming), { recursive: true })
  const fileOf = (key: string) => join(folder, checkedKey(key))

  return {
    async put(key, bytes) {
      const file = fileOf(key)
      const temporary = join(folder, incoming, randomUUID())
      try {
        const handle = await open(temporary, 'wx')
        try {
          await writeAll(handle, bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await mkdir(dirname(file), { recursive: true })
        await rename(temporary, file)
        await syncFolder(dirname(file))
      } catch (error) {
        await rm(temporary, { force: true })
        throw asRefusal(error)
      }
    },

    async info(key) {
      const found = await stat(fileOf(key)).catch(ifMissing)
      if (!found?.isFile()) return undefined
      return { size: found.size, storedAt: found.mtime.toISOString() }
    },

    async read(key, range) {
      const handle = await open(fileOf(key)).catch(ifMissing)
      if (!handle) return undefined
      const found = await handle.stat()
      if (found.isFile()) {
        const end = range ? Math.min(range.end + 1, found.size) : found.size
        return streamOf(handle, range?.start ?? 0, end)
      }
      await handle.close()
      return undefined
    },

    async delete(key) {
      await rm(fileOf(key), { force: true })
    },

    async *keys(prefix) {
      // Starts at the prefix's last complete folder, so that `remotes/` doesn't walk every document.
      const start = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      if (start !== '') checkedKey(start.slice(0, -1))
      for await (const key of walk(folder, start)) if (key.startsWith(prefix)) yield key
    },
  }
}

async function writeAll(
  handle: FileHandle,
  bytes: AsyncIterable<Uint8Array> | Uint8Array,
): Promise<void> {
  if (bytes instanceof Uint8Array) return handle.writeFile(bytes)
  for await (const chunk of bytes) {
    let written = 0
    while (written < chunk.byteLength) {
      written += (await handle.write(chunk, written, chunk.byteLength - written)).bytesWritten
    }
  }
}

function streamOf(handle: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let position = start
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const buffer = Buffer.allocUnsafeSlow(Math.min(chunkSize, Math.max(end - position, 0)))
        const { bytesRead } =
          buffer.length === 0
            ? { bytesRead: 0 }
            : await handle.read(buffer, 0, buffer.length, position)
        position += bytesRead
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
        if (bytesRead === 0 || position >= end) {
          controller.close()
          await handle.close()
        }
      } catch (error) {
        await handle.close().catch(() => undefined)
        throw error
      }
    },
    async cancel() {
      await handle.close()
    },
  })
}

async function* walk(folder: string, below: string): AsyncGenerator<string> {
  const entries =
    (await readdir(join(folder, below), { withFileTypes: true }).catch(ifMissing)) ?? []
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* walk(folder, `${below}${entry.name}/`)
    else if (entry.isFile()) yield `${below}${entry.name}`
  }
}

/** Syncs the folder, so that the rename survives a power loss. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function ifMissing(error: unknown): undefined {
  if (!isMissing(error)) throw asRefusal(error)
}

function asRefusal(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const detail = 'Nothing was saved: the server’s storage is full.'
    return new Refusal('storageFull', detail, { cause: error })
  }
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    const detail = 'Nothing was saved: the server’s storage is read-only.'
    return new Refusal('unavailable', detail, { cause: error })
  }
  return error
}
