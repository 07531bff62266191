import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type ShellContent, shellContent } from '@portal/contract/shell-manifest'
import { integrityOf } from '../../platform/files/bytes.ts'
import { mimeTypeOf } from '../../platform/files/image-bytes.ts'
import type { ShellFile, ShellFiles } from '../../features/page/shell-files.ts'
import { ifMissing } from './file-errors.ts'
import type { ReleaseSource } from '../../features/releases/publishing/adopt-release.ts'

/** Written by the shell's build; absent from older builds. */
const providedFile = 'provided.json'
const sharedFile = 'shared-files.json'
const namesFile = 'provided-names.json'
const packagesFile = 'packages.json'
const supportFile = 'support.json'
const noFiles = ['index.html', providedFile, sharedFile, namesFile, packagesFile, supportFile].map(
  (name) => `/${name}`,
)

/** Reads the shell's `dist` folder into memory; undefined if it contains no page. */
export async function readFolderShell(folder: string): Promise<ShellFiles | undefined> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  if (page === undefined) return undefined
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'))
  const bytes = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const path of paths) bytes.set(path, new Uint8Array(await readFile(join(folder, path))))
  const files = new Map<string, ShellFile>()
  for (const [path, content] of bytes) {
    if (noFiles.includes(path) || path.endsWith('.br') || path.includes('/.')) continue
    files.set(path, fileOf(path, content, bytes.get(`${path}.br`)))
  }
  const build = tagOf(page)
  // A file like the others, so that the same page can be served elsewhere.
  const template = `/assets/page.${build}.html`
  const provided = await jsonIn(folder, providedFile, shellContent.shape.provided)
  const sharedFiles = await jsonIn(folder, sharedFile, shellContent.shape.sharedFiles)
  const exportedNames = await jsonIn(folder, namesFile, shellContent.shape.exportedNames)
  const packages = await jsonIn(folder, packagesFile, shellContent.shape.packages)
  const support = await jsonIn(folder, supportFile, shellContent.shape.support)
  const content: ShellContent = {
    build,
    page: listed(template, Buffer.from(page)),
    files: [...files].map(([path, { bytes: own }]) => listed(path, own)),
    ...(provided ? { provided } : {}),
    ...(exportedNames ? { exportedNames } : {}),
    ...(support ? { support } : {}),
    ...(packages ? { packages } : {}),
    ...(sharedFiles ? { sharedFiles } : {}),
  }
  files.set(template, fileOf(template, new Uint8Array(Buffer.from(page))))
  return {
    page: async () => page,
    file: (path) => files.get(path),
    provided,
    exportedNames,
    support,
    sharedFiles,
    build,
    content,
  }
}

function fileOf(path: string, bytes: ShellFile['bytes'], compressed?: ShellFile['bytes']) {
  return { bytes, compressed, etag: `"${tagOf(bytes)}"`, type: mimeTypeOf(path) }
}

function listed(path: string, bytes: Uint8Array): ShellContent['page'] {
  return { file: path.slice(1), integrity: integrityOf(bytes), size: bytes.byteLength }
}

function tagOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 27)
}

async function jsonIn<T>(
  folder: string,
  file: string,
  schema: z.ZodMiniType<T>,
): Promise<T | undefined> {
  const text = await readFile(join(folder, file), 'utf8').catch(ifMissing)
  return text === undefined ? undefined : z.parse(schema, JSON.parse(text))
}

/** Reads a release from a remote's `dist` folder. */
export function folderRelease(folder: string): ReleaseSource {
  return {
    name: folder,
    read: (file) => readFile(join(folder, file)).catch(ifMissing),
  }
}
