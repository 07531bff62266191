import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailure } from './command.ts'
import { inParallel, integrityOf } from './release-files.ts'

/** A file of a shell: what it must contain, and how to get it. */
export type WantedFile = {
  /** Relative to the shell's folder. */
  file: string
  integrity: string
  read: () => Promise<Uint8Array>
}

const atOnce = 8

/** Number of shells kept. */
const mostKept = 5

/** In ms. No command still uses or completes a folder that was last used longer ago. */
const longUnused = 3_600_000

/**
 * The folder of a shell in the cache, with exactly these bytes. It is written under another name
 * and renamed when complete, because commands may do this at the same time, and an interrupted one
 * must not leave half a shell.
 */
export async function cachedShell(
  cache: string,
  build: string,
  files: readonly WantedFile[],
): Promise<string> {
  const folder = path.join(cache, build)
  if (!(await isComplete(folder, files))) {
    const partial = path.join(cache, `.${build}.${randomUUID()}`)
    try {
      await writeShell(partial, files)
      await putInPlace(partial, folder, files)
    } finally {
      await rm(partial, { recursive: true, force: true })
    }
  }
  const now = new Date()
  await utimes(folder, now, now)
  await removeUnused(cache)
  return folder
}

async function isComplete(folder: string, files: readonly WantedFile[]): Promise<boolean> {
  const right = await inParallel(files, atOnce, async ({ file, integrity }) => {
    const bytes = await readFile(path.join(folder, file)).catch(() => undefined)
    return bytes !== undefined && integrityOf(bytes) === integrity
  })
  return right.every(Boolean)
}

async function writeShell(folder: string, files: readonly WantedFile[]): Promise<void> {
  const write = async ({ file, integrity, read }: WantedFile) => {
    const bytes = await read()
    if (integrityOf(bytes) !== integrity) {
      throw new CommandFailure(`${file} of the portal’s shell has other bytes than it announces.`)
    }
    const place = path.join(folder, file)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, bytes)
  }
  // Waits for all, so that none is still writing when the folder is removed.
  const failed = await inParallel(files, atOnce, (file) =>
    write(file).then(
      () => undefined,
      (error: Error) => error,
    ),
  )
  const first = failed.find((error) => error !== undefined)
  if (first) throw first
}

async function putInPlace(
  partial: string,
  folder: string,
  files: readonly WantedFile[],
): Promise<void> {
  const isThere = await rename(partial, folder).then(
    () => true,
    () => false,
  )
  // Another command was faster.
  if (isThere || (await isComplete(folder, files))) return
  // The existing folder was damaged.
  const damaged = `${partial}.damaged`
  await rename(folder, damaged)
  await rename(partial, folder)
  await rm(damaged, { recursive: true, force: true })
}

/** Removes all but the most recently used shells, and what interrupted commands have left. */
async function removeUnused(cache: string): Promise<void> {
  const names = await readdir(cache)
  const folders = await Promise.all(
    names.map(async (name) => {
      const used = await stat(path.join(cache, name)).catch(() => undefined)
      return { name, used: used?.mtimeMs ?? 0, isWhole: !name.startsWith('.') }
    }),
  )
  const newestFirst = folders.toSorted((a, b) => b.used - a.used)
  const surplus = newestFirst.filter(({ isWhole }) => isWhole).slice(mostKept)
  const interrupted = folders.filter(({ isWhole }) => !isWhole)
  const since = Date.now() - longUnused
  for (const { name } of [...surplus, ...interrupted].filter(({ used }) => used < since)) {
    await rm(path.join(cache, name), { recursive: true, force: true })
  }
}
