import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseSource } from '../../features/releases/publishing/adopt-release.ts'
import { ifMissing } from './file-errors.ts'

/** Reads a release from a remote's `dist` folder. */
export function folderRelease(folder: string): ReleaseSource {
  return {
    name: folder,
    read: (file) => readFile(join(folder, file)).catch(ifMissing),
  }
}
