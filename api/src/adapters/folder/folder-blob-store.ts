import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BlobStore, checkedKey } from '../../platform/files/blob-store.ts'
import { createTurns } from '../../platform/background/turns.ts'
import { isDiskFull, Refusal } from '../../refusal.ts'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'
import { codeOf, isMissing } from './file-errors.ts'

const chunkSize = 256 * 1024
const incoming = '.incoming'
/** An upload that nobody has written to for this long, in ms, is a killed process's. */
const untouchedTime = 24 * 3_600_000

/**
 * How many files are written to the disk at once. Waiting for a disk takes one of the four threads that Node has for all
 * files (https://nodejs.org/api/cli.html#uv_threadpool_sizesize), and readers need the others.
 */
const mostSyncing = 2

/** Blobs as files in a folder, with their keys as paths. `isShared`: other processes may write to the folder. */
export function folderBlobStore(folder: string, { isShared = false } = {}): BlobStore {
  mkdirSync(join(folder, incoming), { recursive: true })
  deletePartial(join(folder, incoming), isShared ? Date.now() - untouchedTime : Infinity)
  const fileOf = (key: string) => join(folder, checkedKey(key))
  const syncing = createTurns({ most: mostSyncing })
  const inTurn = async (sync: () => Promise<void>, signal?: AbortSignal) => {
    const end = await syncing.take({ signal })
    await sync().finally(end)
  }

  const keys: BlobStore['keys'] = async function* (prefix, signal) {
    // Starts at the prefix's last complete folder, so that `remotes/` doesn't walk every document.
    const start = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    if (start !== '') checkedKey(start.slice(0, -1))
    for await (const key of walk(folder, start)) {
      signal?.throwIfAborted()
      if (key.startsWith(prefix)) yield key
    }
  }

  return {
    keys,
    async put(key, bytes, signal) {
      const file = fileOf(key)
      signal?.throwIfAborted()
      const temporary = join(folder, incoming, randomUUID())
      try {
        const handle = await open(temporary, 'wx')
        try {
          await untilAborted(writeAll(handle, bytes, signal), signal)
          await inTurn(() => handle.sync(), signal)
        } finally {
          await handle.close()
        }
        signal?.throwIfAborted()
        await mkdir(dirname(file), { recursive: true })
        await rename(temporary, file)
        await inTurn(() => syncFolder(dirname(file)))
      } catch (error) {
        await rm(temporary, { force: true })
        throw asRefusal(error)
      }
    },

    async info(key, signal) {
      const file = fileOf(key)
      signal?.throwIfAborted()
      const stats = await untilAborted(stat(file).catch(ifMissing), signal)
      if (!stats?.isFile()) return undefined
      return { size: stats.size, storedAt: stats.mtime.toISOString() }
    },

    async read(key, range, signal) {
      const file = fileOf(key)
      signal?.throwIfAborted()
      return untilAborted(opened(file, range, signal), signal)
    },

    async delete(key, signal) {
      const file = fileOf(key)
      signal?.throwIfAborted()
      await rm(file, { force: true })
    },

    async *sizes(prefix, signal) {
      for await (const key of keys(prefix, signal)) {
        // It may have been deleted since it was listed.
        const stats = await stat(join(folder, key)).catch(ifMissing)
        if (stats) yield { key, size: stats.size }
      }
    },
  }
}

/** Deletes partial uploads of killed processes, which were never visible; `before`: when they were last written to. */
function deletePartial(folder: string, before: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    // Another process may have completed it meanwhile.
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (written < before) rmSync(file, { recursive: true, force: true })
  }
}

async function writeAll(
  handle: FileHandle,
  bytes: AsyncIterable<Uint8Array> | Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (bytes instanceof Uint8Array) return handle.writeFile(bytes, { signal })
  for await (const chunk of bytes) {
    let written = 0
    while (written < chunk.byteLength) {
      signal?.throwIfAborted()
      written += (await handle.write(chunk, written, chunk.byteLength - written)).bytesWritten
    }
  }
}

/** A stream of the file's bytes, which owns the open file. A file that is opened after the abort is closed here. */
async function opened(
  file: string,
  range: { start: number; end: number } | undefined,
  signal: AbortSignal | undefined,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const handle = await open(file).catch(ifMissing)
  if (!handle) return undefined
  try {
    const stats = await handle.stat()
    signal?.throwIfAborted()
    if (stats.isFile()) {
      const end = range ? Math.min(range.end + 1, stats.size) : stats.size
      return streamOf(handle, range?.start ?? 0, end, signal)
    }
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  return undefined
}

function streamOf(
  handle: FileHandle,
  start: number,
  end: number,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  let position = start
  let leave = () => {}
  const close = () => {
    signal?.removeEventListener('abort', leave)
    // Waits for a read in progress.
    return handle.close()
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      leave = () => {
        controller.error(signal?.reason)
        close().catch(() => undefined)
      }
      signal?.addEventListener('abort', leave, { once: true })
    },
    async pull(controller) {
      try {
        const buffer = Buffer.allocUnsafeSlow(Math.min(chunkSize, Math.max(end - position, 0)))
        const { bytesRead } =
          buffer.length === 0
            ? { bytesRead: 0 }
            : await handle.read(buffer, 0, buffer.length, position)
        if (signal?.aborted) return
        position += bytesRead
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
        if (bytesRead === 0 || position >= end) {
          controller.close()
          await close()
        }
      } catch (error) {
        await close().catch(() => undefined)
        throw error
      }
    },
    cancel: close,
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
  if (isDiskFull(error)) {
    const detail = 'Nothing was saved: the server’s storage is full.'
    return new Refusal('storageFull', detail, { cause: error })
  }
  const code = codeOf(error)
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    const detail = 'Nothing was saved: the server’s storage is read-only.'
    return new Refusal('unavailable', detail, { cause: error })
  }
  return error
}
