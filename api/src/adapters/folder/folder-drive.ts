import { createReadStream } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, extname } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { Drive, DriveChange, DriveFile } from '../../features/sync/drive.ts'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'
import { ifMissing, isMissing } from './file-errors.ts'
import { type FoundFile, scanFolder } from './folder-drive-scan.ts'
import {
  type KnownFile,
  matchFiles,
  packCursor,
  type FolderDriveState,
  unpackCursor,
} from './folder-drive-ids.ts'
import { createHash } from 'node:crypto'
import { paperTypeOf } from '@portal/domain/paper-types'
import { getMimeType } from 'hono/utils/mime'

type Options = {
  /** Files changed less than this many ms ago may still be written, so they are checked again. */
  settle?: number
  pageSize?: number
}

/**
 * A folder tree as a read-only drive. A file's id derives from its first path and survives edits, renames and moves:
 * the cursor records each file's path, inode, birth time, size, modification time and checksum. It also records gone
 * files, so that a remounted volume brings them back under their ids.
 */
export function folderDrive(folder: string, options: Options = {}): Drive {
  const { settle = 1000, pageSize = 100 } = options
  return {
    async *changes(cursor, signal) {
      signal?.throwIfAborted()
      const before = cursor === undefined ? emptyState() : unpackCursor(cursor)
      const remembered = before ?? emptyState()
      const { known, gone: absent } = remembered
      const scanned = await settled(await scanFolder(folder, signal), settle, signal)
      const { matched, gone } = await matchFiles(remembered, scanned, (file) =>
        checksumIn(file, signal),
      )
      const differing = matched.filter(({ id, file }) => !isSame(known.get(id), file))
      const steps = [
        ...differing.toSorted((a, b) => (a.file.path < b.file.path ? -1 : 1)),
        ...gone.map((id) => ({ id, file: undefined })),
      ]
      if (!before) yield { changes: [], cursor: packCursor(remembered), fresh: true }
      for (let at = 0; at < steps.length; at += pageSize) {
        const changes: DriveChange[] = []
        for (const { id, file } of steps.slice(at, at + pageSize)) {
          if (!file) {
            absent.set(id, known.get(id)!)
            known.delete(id)
            changes.push({ id })
            continue
          }
          const former = known.get(id) ?? absent.get(id)
          const checksum = await checksumFor(file, former, signal)
          // Changed or removed while it was read: the next run retries it.
          if (checksum === undefined) continue
          // An unreadable file is reported anyway; its download returns the error.
          if (checksum !== unreadable) known.set(id, { ...file, checksum })
          else if (former) known.set(id, former)
          absent.delete(id)
          changes.push({ id, file: driveFile(id, file, checksum) })
        }
        yield { changes, cursor: packCursor(remembered) }
      }
    },

    async download(file, signal) {
      signal?.throwIfAborted()
      const path = join(folder, file.path, file.name)
      const real = await realpath(path).catch(ifMissing)
      if (real === undefined || !real.startsWith(`${await realpath(folder)}/`)) return undefined
      const stats = await lstat(real)
      signal?.throwIfAborted()
      return stats.isFile() ? chunksOf(real, signal) : undefined
    },
  }
}

/** Opens the file when its first chunk is requested: one that nobody reads would stay open. */
async function* chunksOf(
  file: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  // Node leaves a file open whose signal was aborted before.
  signal?.throwIfAborted()
  try {
    yield* createReadStream(file, { highWaterMark: 256 * 1024, signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  }
}

function emptyState(): FolderDriveState {
  return { known: new Map(), gone: new Map() }
}

function driveFile(id: string, file: FoundFile, checksum: string): DriveFile {
  const path = dirname(file.path) === '.' ? '' : dirname(file.path)
  const modified = new Date(file.modified)
  return {
    id,
    name: basename(file.path),
    mimeType: driveMimeTypeOf(file.path),
    path,
    parentFolder: path === '' ? '' : basename(path),
    // Some file systems don't record a birth time.
    createdTime: (file.birthTime > 0 ? new Date(file.birthTime) : modified).toISOString(),
    modifiedTime: modified.toISOString(),
    ...(checksum === unreadable ? {} : { checksum }),
    size: file.size,
  }
}

/** Waits once for recently changed files, and marks those that change in the meantime as unstable. */
async function settled(
  files: FoundFile[],
  settle: number,
  signal: AbortSignal | undefined,
): Promise<FoundFile[]> {
  const isYoung = (file: FoundFile) => Math.abs(Date.now() - file.modified) < settle
  if (!files.some(isYoung)) return files
  const young = files.filter(isYoung)
  await untilAborted(after(settle), signal)
  const isSettled = new Map<string, boolean>()
  for (const file of young) {
    const now = await lstat(file.absolute).catch(ifMissing)
    isSettled.set(file.path, now?.size === file.size && now.mtimeMs === file.modified)
  }
  return files.map((file) =>
    isSettled.get(file.path) === false ? { ...file, unstable: true } : file,
  )
}

async function checksumFor(
  file: FoundFile,
  known: KnownFile | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (known?.size === file.size && known.modified === file.modified) return known.checksum
  return checksumIn(file, signal)
}

const unreadable = 'unreadable'

/** Undefined if the file was changed or removed while it was read. */
async function checksumIn(
  file: FoundFile,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const checksum = await checksumOf(file.absolute, signal).catch((error: unknown) => {
    signal?.throwIfAborted()
    return isMissing(error) ? undefined : unreadable
  })
  const now = await lstat(file.absolute).catch(ifMissing)
  return now?.size === file.size && now.mtimeMs === file.modified ? checksum : undefined
}

function isSame(known: KnownFile | undefined, file: FoundFile): boolean {
  if (file.unstable) return true
  return (
    known !== undefined &&
    known.path === file.path &&
    known.size === file.size &&
    known.modified === file.modified &&
    known.inode === file.inode
  )
}

function driveMimeTypeOf(path: string): string {
  const known = paperTypeOf(path) ?? getMimeType(`file${extname(path).toLowerCase()}`)
  return known?.split(';')[0] ?? 'application/octet-stream'
}

/** The SHA-256 of a file's content, in hex. */
async function checksumOf(file: string, signal?: AbortSignal): Promise<string> {
  // Node leaves a file open whose signal was aborted before.
  signal?.throwIfAborted()
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024, signal })) {
    hash.update(chunk as Uint8Array)
  }
  return hash.digest('hex')
}
