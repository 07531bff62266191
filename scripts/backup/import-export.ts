import { openBlobs } from '../../api/src/adapters/open-blobs.ts'
import { claimDataFolder, openStore } from '../../api/src/adapters/open-store.ts'
import { parseSettings } from '../../api/src/env.ts'
import { importArchive, type Imported } from '../../api/src/portal-exports/import-archive.ts'

/** Restores a foundation's export into an empty portal, on the storage that the settings name. */
export async function importExport(
  archive: string,
  env: Record<string, string | undefined>,
): Promise<Imported> {
  const { store: kind, blobs, dataFolder, googleCredentialsFile } = parseSettings(env)
  const place = { dataFolder, credentialsFile: googleCredentialsFile }
  const release = await claimDataFolder(dataFolder, { isShared: kind.kind === 'firestore' })
  try {
    const clock = { at: new Date() }
    const store = await openStore({ ...place, store: kind, now: () => clock.at })
    try {
      return await importArchive(archive, {
        store,
        blobs: await openBlobs({ ...place, blobs }),
        clock,
      })
    } finally {
      await store.close()
    }
  } finally {
    release()
  }
}
