import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import type { FoundFile } from './folder-drive-scan.ts'

export type KnownFile = Pick<FoundFile, 'path' | 'inode' | 'birthTime' | 'modified' | 'size'> & {
  checksum: string
}
type Known = Map<string, KnownFile>

/** The adapter's state between two calls. */
export type FolderDriveState = {
  /** Files that have been reported. */
  known: Known
  /** Files reported as gone, most recent last; a file that comes back keeps its id. */
  gone: Known
}
type Matched = { id: string; file: FoundFile }

/** The id of a file first seen at this path; later files at the same path use a higher `turn`. */
function folderDocumentId(path: string, turn = 0): string {
  const named = turn === 0 ? path : `${path}\n${turn}`
  return `file-${createHash('sha256').update(named.normalize('NFC')).digest('hex').slice(0, 20)}`
}

/**
 * Matches found files with known ones, by criteria in order of strength: same path and inode, same inode (renamed or
 * moved), same path (saved by replacement), same content (copied back). `gone`: known files that weren't found.
 */
export async function matchFiles(
  { known, gone }: FolderDriveState,
  files: FoundFile[],
  checksum: (file: FoundFile) => Promise<string | undefined>,
): Promise<{ matched: Matched[]; gone: string[] }> {
  // When two files match, the later entry wins: an existing file takes precedence over a gone one.
  const left = new Map([...gone, ...known])
  let open = files
  const matched: Matched[] = []
  const take = (idOf: (file: FoundFile) => string | undefined) => {
    open = open.filter((file) => {
      const id = idOf(file)
      if (id === undefined || !left.delete(id)) return true
      matched.push({ id, file })
      return false
    })
  }
  take(index(left, (file) => `${file.path}\n${file.inode}`))
  take(index(left, inodeKey))
  take(index(left, (file) => file.path))
  if (left.size > 0 && open.length > 0) await takeByBytes()
  const taken = new Set([...gone.keys(), ...known.keys()])
  for (const file of open) {
    // A file still being written may be a known file under a new name, so it waits for the next run.
    if (file.unstable) continue
    const id = unusedId(file.path, taken)
    taken.add(id)
    matched.push({ id, file })
  }
  return { matched, gone: [...left.keys()].filter((id) => known.has(id)) }

  async function takeByBytes() {
    const sizes = new Set([...left.values()].map(({ size }) => size))
    const sums = new Map<string, string | undefined>()
    for (const file of open) {
      if (sizes.has(file.size) && !file.unstable) sums.set(file.path, await checksum(file))
    }
    take((file) => {
      const sum = sums.get(file.path)
      const same = [...left].filter(([, earlier]) => sum !== undefined && earlier.checksum === sum)
      const named = same.find(([, earlier]) => basename(earlier.path) === basename(file.path))
      // Under another name, only a file that existed until now matches: a long-gone one isn't evidence.
      return (named ?? same.find(([id]) => known.has(id)))?.[0]
    })
  }
}

/** Maximum cursor length, because documents have a size limit; beyond it, the oldest gone files are dropped. */
const maxCursorLength = 700_000

/** Compresses the state into a cursor, which is written after every page. */
export function packCursor({ known, gone }: FolderDriveState, longest = maxCursorLength): string {
  const rows = [...known].map(rowOf)
  let goneRows = [...gone].map(rowOf)
  for (;;) {
    const packed = deflateSync(JSON.stringify({ version: 1, rows, gone: goneRows }))
    const cursor = packed.toString('base64')
    if (cursor.length <= longest || goneRows.length === 0) return cursor
    goneRows = goneRows.slice(Math.ceil(goneRows.length / 2))
  }
}

type Row = [string, string, number, number, number, number, string]

function rowOf([id, file]: [string, KnownFile]): Row {
  const { path, inode, birthTime, modified, size, checksum } = file
  return [id, path, inode, birthTime, modified, size, checksum]
}

function filesOf(rows: Row[]): Known {
  return new Map(
    rows.map(([id, path, inode, birthTime, modified, size, checksum]) => [
      id,
      { path, inode, birthTime, modified, size, checksum },
    ]),
  )
}

/** Undefined for an unreadable cursor, which triggers a full listing. */
export function unpackCursor(cursor: string): FolderDriveState | undefined {
  try {
    const text = inflateSync(Buffer.from(cursor, 'base64')).toString()
    // Cursors of earlier releases don't list gone files.
    const {
      version,
      rows,
      gone = [],
    } = JSON.parse(text) as {
      version: number
      rows: Row[]
      gone?: Row[]
    }
    return version === 1 ? { known: filesOf(rows), gone: filesOf(gone) } : undefined
  } catch {
    return undefined
  }
}

type Signs = Pick<FoundFile, 'path' | 'inode' | 'birthTime' | 'modified' | 'size'>

/** File systems reuse inode numbers, so the birth time must match, too, or else size and modification time. */
function inodeKey({ inode, birthTime, modified, size }: Signs): string {
  return birthTime > 0 ? `${inode}\n${birthTime}` : `${inode}\n${modified}\n${size}`
}

function index(left: Known, keyOf: (file: Signs) => string) {
  const ids = new Map([...left].map(([id, file]) => [keyOf(file), id]))
  return (file: Signs) => ids.get(keyOf(file))
}

function unusedId(path: string, taken: Set<string>): string {
  let turn = 0
  while (taken.has(folderDocumentId(path, turn))) turn += 1
  return folderDocumentId(path, turn)
}
