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
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
  }
}
