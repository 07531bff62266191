import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { mimeTypeOf } from '../../mime-types.ts'
import type { ShellFile, ShellFiles } from '../../page/shell-files.ts'
import { ifMissing } from './file-errors.ts'

/** Written by the shell's build; absent from older builds. */
const providedFile = 'provided.json'
const sharedFile = 'shared-files.json'
const noFiles = ['index.html', providedFile, sharedFile].map((name) => `/${name}`)

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
    files.set(path, {
      bytes: content,
      compressed: bytes.get(`${path}.br`),
      etag: `"${tagOf(content)}"`,
      type: mimeTypeOf(path),
    })
  }
  return {
    page: async () => page,
    file: (path) => files.get(path),
    provided: await jsonIn(folder, providedFile, versions),
    sharedFiles: await jsonIn(folder, sharedFile, sharedFiles),
    build: tagOf(page),
  }
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

const versions = z.record(z.string(), z.string())
const sharedFiles = z.record(
  z.string(),
  z.array(z.object({ file: z.string(), integrity: z.string() })),
)
