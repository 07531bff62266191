import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { entriesBelow } from './entries-below.ts'

/** Lets only the owner read a folder and everything in it: folders 0700, files 0600. */
export async function restrictToOwner(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  for await (const entry of entriesBelow(folder)) {
    const place = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(place, 0o700)
    else if (entry.isFile()) await chmod(place, 0o600)
  }
}
