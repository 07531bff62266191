import { createHash } from 'node:crypto'
import { createReadStream, type Dirent, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import { foreignObjects } from '../../src/adapters/sqlite/sqlite-open.ts'
import { countValues } from '../../src/features/portal-exports/exported-collections.ts'
import { BackupError } from './backup-error.ts'
import { entriesBelow } from './entries-below.ts'

/** `backup.json`: the content of a backup, to detect lost or altered files. */
export type Manifest = {
  version: 1
  /** ISO 8601, UTC. */
  madeAt: string
  /** By path inside the backup, with `/`. */
  files: Record<string, { size: number; sha256: string }>
}

const name = 'backup.json'

export async function writeManifest(folder: string, madeAt: Date): Promise<Manifest> {
  // Not by assignment: a file may be named __proto__.
  const entries: [string, Manifest['files'][string]][] = []
  for (const file of await filesIn(folder)) {
    entries.push([file, await fingerprint(path.join(folder, file))])
  }
  const manifest: Manifest = {
    version: 1,
    madeAt: madeAt.toISOString(),
    files: Object.fromEntries(entries),
  }
  writeFileSync(path.join(folder, name), `${JSON.stringify(manifest, undefined, 2)}\n`)
  return manifest
}

/** In bytes, for about 300,000 files. */
const largestManifest = 64 * 1024 * 1024
const mostValues = 2_000_000

const listedFile = z.object({
  size: z.int().check(z.gte(0)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

/** Reads the manifest; refuses a folder that isn't a backup. */
export function readManifest(folder: string): Manifest {
  const file = path.join(folder, name)
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (!stats) throw new BackupError(`There is no backup in ${folder}.`)
  const damaged = `The backup in ${folder} is damaged`
  if (!stats.isFile() || stats.size > largestManifest) {
    throw new BackupError(`${damaged}: ${name} can't be read.`)
  }
  let manifest: Partial<Manifest>
  try {
    const bytes = readFileSync(file)
    if (countValues(bytes) > mostValues) throw new Error('It has too many values.')
    manifest = JSON.parse(bytes.toString()) as Partial<Manifest>
  } catch (cause) {
    throw new BackupError(`${damaged}: ${name} can't be read.`, { cause })
  }
  if (manifest.version !== 1 || !manifest.files?.['portal.sqlite']) {
    throw new BackupError(`The backup in ${folder} was made by another version of the portal.`)
  }
  for (const [listed, fingerprinted] of Object.entries(manifest.files)) {
    if (!isInside(folder, listed)) throw new BackupError(`${damaged}: ${listed} is outside of it.`)
    if (!isOwn(listed)) throw new BackupError(`${damaged}: ${listed} is no file of a backup.`)
    const { success } = z.safeParse(listedFile, fingerprinted)
    if (!success) throw new BackupError(`${damaged}: ${name} can't be read.`)
  }
  return manifest as Manifest
}

function isInside(folder: string, file: string): boolean {
  const way = path.relative(folder, path.resolve(folder, file))
  return way !== '' && !path.isAbsolute(way) && way.split(path.sep)[0] !== '..'
}

/** Whether a backup can contain a file: not a database's journal, for example, which would change the database. */
function isOwn(file: string): boolean {
  if (file.includes('\0') || path.normalize(file) !== file) return false
  return (
    ['portal.sqlite', 'sample.json', 'settings.env', 'calendar.ics'].includes(file) ||
    /^(?:blobs|drive|identity\/accounts)\/./.test(file.split(path.sep).join('/'))
  )
}

/**
 * Checks that every file exists with the recorded bytes and nothing else, and that the database and its references are
 * complete.
 */
export async function verify(folder: string, { files }: Manifest): Promise<void> {
  const entries = await entriesIn(folder)
  for (const [file, { size, sha256 }] of Object.entries(files)) {
    const entry = entries.get(file)
    if (!entry) throw new BackupError(`The backup is damaged: ${file} is missing.`)
    const place = path.join(folder, file)
    if (!entry.isFile()) throw new BackupError(`The backup is damaged: ${file} is a link.`)
    const isSame = lstatSync(place).size === size && (await fingerprint(place)).sha256 === sha256
    if (!isSame) throw new BackupError(`The backup is damaged: ${file} has been altered.`)
  }
  const extra = [...entries.keys()].find((file) => !Object.hasOwn(files, file))
  if (extra !== undefined) {
    throw new BackupError(`The backup is damaged: ${extra} isn’t part of it. Move it away.`)
  }
  checkDatabase(path.join(folder, 'portal.sqlite'))
}

export function checkDatabase(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const foreign = foreignObjects(db)
    if (foreign.length > 0) {
      throw new BackupError(
        `The database contains what the portal doesn’t create: ${foreign.slice(0, 5).join(', ')}.`,
      )
    }
    const verdict = Object.values(db.prepare('PRAGMA integrity_check(1)').get() ?? {})[0]
    if (verdict !== 'ok')
      throw new BackupError(`The copy of the database is damaged: ${String(verdict)}.`)
  } finally {
    db.close()
  }
}

/** Every file below, except the manifest, by path with `/`. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = [...(await entriesIn(folder))]
  return entries.flatMap(([file, entry]) => (entry.isFile() ? [file] : [])).toSorted()
}

/** Everything below that isn't a folder, except the manifest, by path with `/`. */
async function entriesIn(folder: string): Promise<Map<string, Dirent>> {
  const entries = new Map<string, Dirent>()
  for await (const entry of entriesBelow(folder)) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (!entry.isDirectory() && file !== name) entries.set(file.split(path.sep).join('/'), entry)
  }
  return entries
}

async function fingerprint(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.length
      hash.update(chunk)
    }
  })
  return { size, sha256: hash.digest('hex') }
}
