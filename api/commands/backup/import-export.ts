import { rm } from 'node:fs/promises'
import path from 'node:path'
import { openBlobs } from '../../src/adapters/open-adapters.ts'
import { claimDataFolder, openStore } from '../../src/adapters/open-store.ts'
import { openSqliteStore } from '../../src/adapters/sqlite/sqlite-document-store.ts'
import { type Imported, importArchive } from '../../src/features/portal-exports/import-archive.ts'
import { parseSettings } from '../../src/platform/env/env.ts'
import { makeWorkFolder } from '../../src/platform/files/work-folder.ts'

/** Restores a foundation's export into an empty portal, on the storage that the settings name. */
export async function importExport(
  archive: string,
  env: Record<string, string | undefined>,
): Promise<Imported> {
  const { store: kind, blobs, dataFolder, googleCredentialsFile } = parseSettings(env)
  const place = { dataFolder, credentialsFile: googleCredentialsFile }
  const undo: (() => unknown)[] = []
  try {
    const isShared = kind.kind === 'firestore'
    undo.push(await claimDataFolder(dataFolder, { isShared }))
    const clock = { at: new Date() }
    const now = () => clock.at
    const store = await openStore({ ...place, store: kind, now })
    undo.push(() => store.close())
    // On the disk, because an audit may not fit into the memory; next to the data, because others must not read it.
    const folder = await makeWorkFolder({ parent: dataFolder, prefix: 'restoring-' })
    undo.push(() => rm(folder, { recursive: true, force: true }))
    const draft = openSqliteStore({ path: path.join(folder, 'draft.sqlite'), now })
    undo.push(() => draft.close())
    return await importArchive(archive, {
      store,
      draft,
      blobs: await openBlobs({ ...place, blobs, isShared }),
      clock,
    })
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}
