import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** All entries below a folder. Links are listed, but not followed: Node's recursive `readdir` would follow them out of the folder. */
export async function* entriesBelow(folder: string): AsyncGenerator<Dirent> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    yield entry
    if (entry.isDirectory()) yield* entriesBelow(path.join(folder, entry.name))
  }
}
