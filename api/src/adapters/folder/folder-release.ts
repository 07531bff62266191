import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseSource } from '../../releases/publishing/release-source.ts'
import { ifMissing } from './file-errors.ts'

/** A remote's `dist` folder. */
export function folderRelease(folder: string): ReleaseSource {
  return {
    name: folder,
    read: (file) => readFile(join(folder, file)).catch(ifMissing),
  }
}
