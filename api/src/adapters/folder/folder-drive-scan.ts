import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isTemporaryFile } from '@portal/domain/paper-types'
import { Refusal } from '../../refusal.ts'
import { codeOf, ifMissing } from './file-errors.ts'

export type FoundFile = {
  /** Path from the drive's root, joined by `/`. */
  path: string
  absolute: string
  inode: number
  /** Times in ms since 1970; `birthTime` is 0 if the file system doesn't record it. */
  birthTime: number
  modified: number
  size: number
  /** The file is being written; its known state is kept until the next run. */
  unstable?: boolean
}

/** Maximum number of scans; after that, an incomplete one is accepted. */
const maxScans = 3

/**
 * Lists every file below the folder. Hidden and temporary files are left out, and so are links: a link that leads
 * outside would expose the machine, and one that leads inside would list a file twice.
 */
export async function scanFolder(folder: string, signal?: AbortSignal): Promise<FoundFile[]> {
  for (let scans = 1; ; scans += 1) {
    const { files, isComplete } = await scanOnce(folder, signal)
    // An incomplete listing may come from a volume that was unmounted during the scan.
    if (isComplete || scans === maxScans) return files
  }
}

async function scanOnce(
  folder: string,
  signal: AbortSignal | undefined,
): Promise<{ files: FoundFile[]; isComplete: boolean }> {
  const files: FoundFile[] = []
  const folders = ['']
  let isComplete = true
  while (folders.length > 0) {
    const below = folders.pop()!
    const entries = await entriesOf(join(folder, below), below)
    if (!entries) isComplete = false
    for (const entry of entries ?? []) {
      signal?.throwIfAborted()
      if (isTemporaryFile(entry.name)) continue
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      if (!entry.isFile()) continue
      const absolute = join(folder, path)
      const stats = await lstat(absolute).catch(ifMissing)
      if (stats?.isFile()) files.push(foundFile(path, absolute, stats))
      if (!stats) isComplete = false
    }
  }
  return { files, isComplete }
}

function foundFile(path: string, absolute: string, stats: Stats): FoundFile {
  const { ino: inode, birthtimeMs: birthTime, mtimeMs: modified, size } = stats
  return { path, absolute, inode, birthTime, modified, size }
}

/**
 * Throws if a folder can't be read, since its files must not count as deleted. Undefined if the folder vanished
 * during the scan.
 */
async function entriesOf(folder: string, below: string): Promise<Dirent[] | undefined> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (cause) {
    if (below !== '' && codeOf(cause) === 'ENOENT') return undefined
    const named = below === '' ? 'The drive folder' : `The drive’s folder “${below}”`
    throw new Refusal('unavailable', `${named} can’t be read.`, { cause })
  }
}
