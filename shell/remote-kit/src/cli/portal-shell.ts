import path from 'node:path'
import {
  type ShellManifest,
  shellManifest,
  shellManifestPath,
} from '@portal/contract/shell-manifest'
import * as z from 'zod/mini'
import { repositoryOf } from '../build/repository.ts'
import { CommandFailure } from './command.ts'
import { integrityOf } from './release-files.ts'
import { retryingFetch } from './retrying-fetch.ts'
import { cachedShell, type WantedFile } from './shell-cache.ts'

/** A running portal's shell. */
export type PortalShell = {
  manifest: ShellManifest
  /** Downloads the shell, verifies each file's integrity, and returns the folder. */
  download: () => Promise<string>
}

type Options = {
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
  { fetch = retryingFetch(), cache = usualCache }: Options = {},
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

function manifestIn(body: unknown, url: string): ShellManifest {
  const read = z.safeParse(shellManifest, body)
  if (read.success) return read.data
  throw new CommandFailure(`${url}${shellManifestPath} doesn’t describe a shell.`)
}

/** The files as in the folder that the shell's build writes. */
function wantedFiles(
  { page, files, provided, exportedNames, packages, sharedFiles }: ShellManifest,
  read: (file: string) => Promise<Uint8Array>,
): WantedFile[] {
  const written = {
    'provided.json': provided,
    'provided-names.json': exportedNames,
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
