import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Everything below a folder. Links are listed, but not followed: Node's recursive `readdir` leaves the folder by them. */
export async function* entriesBelow(folder: string): AsyncGenerator<Dirent> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    yield entry
    if (entry.isDirectory()) yield* entriesBelow(path.join(folder, entry.name))
  }
}
