import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** The bytes of all files in a folder, as far as they are still there. */
export function bytesIn(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile()) bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0
  }
  return bytes
}
