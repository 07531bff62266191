import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseSource } from '../../releases/release-source.ts'

/** A remote's `dist` folder. */
export function folderRelease(folder: string): ReleaseSource {
  return {
    name: folder,
    async read(file) {
      try {
        return await readFile(join(folder, file))
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
        throw error
      }
    },
  }
}
