import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mimeTypeOf } from '../../http/mime-types.ts'
import type { ShellFile, ShellFiles } from '../../page/shell-files.ts'

/** The shell's `dist` folder, read once; undefined where there is no page in it. */
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
    if (path === '/index.html' || path.endsWith('.br') || path.includes('/.')) continue
    files.set(path, {
      bytes: content,
      compressed: bytes.get(`${path}.br`),
      etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
      type: mimeTypeOf(path),
    })
  }
  return { page: async () => page, file: (path) => files.get(path) }
}
