import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../../refusal.ts'
import { codeOf, ifMissing } from './file-errors.ts'

export type FoundFile = {
  /** From the drive's root, joined by `/`. */
  path: string
  absolute: string
  inode: number
  /** Times in ms since 1970; `born` is 0 where the file system doesn't know. */
  born: number
  modified: number
  size: number
  /** Being written at this moment: what is known of it stays as it is. */
  unstable?: boolean
}

/** Listings until one is taken from which something vanished on the way. */
const mostScans = 3

/**
 * Every file below the folder that a person put there. Hidden and temporary files are left out, and so are
 * links: one that leads outside would open the machine, one that leads inside names a file twice.
 */
export async function scanFolder(folder: string): Promise<FoundFile[]> {
  for (let scans = 1; ; scans += 1) {
    const { found, isWhole } = await scanOnce(folder)
    // Half of a listing may be that of a volume which was unmounted on the way.
    if (isWhole || scans === mostScans) return found
  }
}

async function scanOnce(folder: string): Promise<{ found: FoundFile[]; isWhole: boolean }> {
  const found: FoundFile[] = []
  const folders = ['']
  let isWhole = true
  while (folders.length > 0) {
    const below = folders.pop()!
    const entries = await entriesOf(join(folder, below), below)
    if (!entries) isWhole = false
    for (const entry of entries ?? []) {
      if (isLeftOut(entry.name)) continue
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      if (!entry.isFile()) continue
      const absolute = join(folder, path)
      const stats = await lstat(absolute).catch(ifMissing)
      if (stats?.isFile()) found.push(foundFile(path, absolute, stats))
      if (!stats) isWhole = false
    }
  }
  return { found, isWhole }
}

function foundFile(path: string, absolute: string, stats: Stats): FoundFile {
  const { ino: inode, birthtimeMs: born, mtimeMs: modified, size } = stats
  return { path, absolute, inode, born, modified, size }
}

/**
 * A folder that can't be read ends the listing: its files must not be taken for deleted ones. Undefined where it
 * vanished after it was found.
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

/** Hidden files, and those that office programs, browsers and desktops leave while they work. */
function isLeftOut(name: string): boolean {
  return (
    /^(\.|~\$|~)/.test(name) ||
    /(~|\.(tmp|temp|part|partial|crdownload|download|swp|lock))$/i.test(name) ||
    /^(thumbs\.db|desktop\.ini)$/i.test(name)
  )
}
