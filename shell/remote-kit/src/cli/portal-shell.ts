import path from 'node:path'
import {
  type ShellManifest,
  shellManifest,
  shellManifestPath,
} from '@portal/contract/shell-manifest'
import * as z from 'zod/mini'
import { repositoryOf } from '../build/repository.ts'
import { CommandFailure } from './command.ts'
import { integrityOf, inParallel } from './release-files.ts'
import { retryingFetch } from './retrying-fetch.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'

export type PortalShell = {
  manifest: ShellManifest
  /** Downloads the shell, verifies each file's integrity, and returns the folder. */
  download: () => Promise<string>
}

type PortalShellOptions = {
  fetch?: typeof globalThis.fetch
  /** Where shells are kept, by build. */
  cache?: string
}

/** In the repository that uses the kit. */
const usualCache = path.join(repositoryOf(import.meta.dirname), 'node_modules/.cache/portal-shells')

/**
 * The shell that the portal at this address serves. Undefined if the portal doesn't describe it: it
 * is an earlier one, or its shell comes from a development server.
 */
export async function portalShell(
  url: string,
  { fetch = retryingFetch(), cache = usualCache }: PortalShellOptions = {},
): Promise<PortalShell | undefined> {
  const response = await fetch(`${url}${shellManifestPath}`)
  // An earlier portal answers with a page.
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (response.status === 404 || (response.ok && !isJson)) return undefined
  if (!response.ok) {
    throw new CommandFailure(`${url}${shellManifestPath} was answered with ${response.status}.`)
  }
  const manifest = manifestIn(await response.json(), url)
  const read = async (file: string) => {
    const served = await fetch(`${url}/${file}`)
    if (served.ok) return new Uint8Array(await served.arrayBuffer())
    throw new CommandFailure(`${url}/${file} was answered with ${served.status}.`)
  }
  return {
    manifest,
    download: () => cachedShell(cache, manifest.build, wantedFiles(manifest, read)),
  }
}

/** The folders of the shells that earlier commands have downloaded, by build, the one used last first. */
export async function downloadedShells(
  cache: string = usualCache,
): Promise<{ build: string; folder: string }[]> {
  const names = await readdir(cache).catch(() => [])
  const builds = names.filter((name) => !name.startsWith('.'))
  const used = await Promise.all(
    builds.map(async (build) => ({ build, at: (await stat(path.join(cache, build))).mtimeMs })),
  )
  return used
    .toSorted((a, b) => b.at - a.at)
    .map(({ build }) => ({ build, folder: path.join(cache, build) }))
}

function manifestIn(body: unknown, url: string): ShellManifest {
  const read = z.safeParse(shellManifest, body)
  if (read.success) return read.data
  throw new CommandFailure(`${url}${shellManifestPath} doesn’t describe a shell.`)
}

/** The files as in the folder that the shell's build writes. */
function wantedFiles(
  { page, files, provided, exportedNames, support, packages, sharedFiles }: ShellManifest,
  read: (file: string) => Promise<Uint8Array>,
): WantedFile[] {
  const written = {
    'provided.json': provided,
    'provided-names.json': exportedNames,
    'support.json': support,
    'packages.json': packages,
    'shared-files.json': sharedFiles,
  }
  return [
    { file: 'index.html', integrity: page.integrity, read: () => read(page.file) },
    ...files.map(({ file, integrity }) => ({ file, integrity, read: () => read(file) })),
    ...Object.entries(written).flatMap(([file, content]) => {
      if (content === undefined) return []
      const bytes = new Uint8Array(Buffer.from(JSON.stringify(content)))
      return [{ file, integrity: integrityOf(bytes), read: async () => bytes }]
    }),
  ]
}

/** A file of a shell: what it must contain, and how to get it. */
type WantedFile = {
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
async function cachedShell(
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
