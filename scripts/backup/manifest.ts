import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DatabaseSync } from 'node:sqlite'
import { BackupError } from './backup-error.ts'

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
  const found: [string, Manifest['files'][string]][] = []
  for (const file of await filesIn(folder)) {
    found.push([file, await fingerprint(path.join(folder, file))])
  }
  const manifest: Manifest = {
    version: 1,
    madeAt: madeAt.toISOString(),
    files: Object.fromEntries(found),
  }
  writeFileSync(path.join(folder, name), `${JSON.stringify(manifest, undefined, 2)}\n`)
  return manifest
}

/** Reads the manifest; refuses a folder that isn't a backup. */
export function readManifest(folder: string): Manifest {
  const file = path.join(folder, name)
  if (!existsSync(file)) throw new BackupError(`There is no backup in ${folder}.`)
  let manifest: Partial<Manifest>
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8')) as Partial<Manifest>
  } catch (cause) {
    throw new BackupError(`The backup in ${folder} is damaged: ${name} can't be read.`, { cause })
  }
  if (manifest.version !== 1 || !manifest.files || !manifest.files['portal.sqlite']) {
    throw new BackupError(`The backup in ${folder} was made by another version of the portal.`)
  }
  const stray = Object.keys(manifest.files).find((listed) => !isInside(folder, listed))
  if (stray !== undefined) {
    throw new BackupError(`The backup in ${folder} is damaged: ${stray} is outside of it.`)
  }
  return manifest as Manifest
}

function isInside(folder: string, file: string): boolean {
  const way = path.relative(folder, path.resolve(folder, file))
  return way !== '' && !path.isAbsolute(way) && way.split(path.sep)[0] !== '..'
}

/**
 * Checks that every file exists with the recorded bytes, and that the database and its references
 * are complete.
 */
export async function verify(folder: string, { files }: Manifest): Promise<void> {
  for (const [file, { size, sha256 }] of Object.entries(files)) {
    const place = path.join(folder, file)
    if (!existsSync(place)) throw new BackupError(`The backup is damaged: ${file} is missing.`)
    const found = await fingerprint(place)
    if (found.size !== size || found.sha256 !== sha256) {
      throw new BackupError(`The backup is damaged: ${file} has been altered.`)
    }
  }
  checkDatabase(path.join(folder, 'portal.sqlite'))
}

export function checkDatabase(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const found = Object.values(db.prepare('PRAGMA integrity_check(1)').get() ?? {})[0]
    if (found !== 'ok')
      throw new BackupError(`The copy of the database is damaged: ${String(found)}.`)
  } finally {
    db.close()
  }
}

/** Every file below, except the manifest, by path with `/`. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file !== name)
    .toSorted()
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
