import type { StoreSettings } from '../env/store.ts'
import { Refusal } from '../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { StoreUnusable } from '../store/store-unusable.ts'

type Options = {
  store: StoreSettings
  /** Holds the SQLite database. */
  dataFolder: string
  /** A service account's key file; the application default credentials without one. */
  credentialsFile: string | undefined
  now: () => Date
}

/** The store that the settings name; no other one is loaded. Throws one sentence when it can't be used. */
export async function openStore(options: Options): Promise<DocumentStore> {
  const { store: settings, dataFolder, credentialsFile, now } = options
  if (settings.kind === 'sqlite') {
    const { openSqliteStore } = await import('./sqlite/sqlite-document-store.ts')
    return openSqliteStore({ path: `${dataFolder}/portal.sqlite`, now })
  }
  const { projectId, database = '(default)' } = settings
  const unusable = (reason: string, cause: unknown) =>
    new StoreUnusable(
      `The Firestore database ${database} of the project ${projectId} can’t be used: ${reason}`,
      { cause },
    )
  const place = { ...settings, credentialsFile }
  const { findCredentials } = await import('./firestore/firestore-open.ts')
  try {
    await findCredentials(place)
  } catch (cause) {
    // What went wrong with a key may quote it.
    const file = credentialsFile ?? 'GOOGLE_CREDENTIALS_FILE or application default credentials'
    throw unusable(`there are no credentials. Look at ${file}.`, cause)
  }
  const { openFirestoreStore } = await import('./firestore/firestore-document-store.ts')
  const store = openFirestoreStore({ ...place, now })
  try {
    await store.get('admin', 'designatedAdmins')
    return store
  } catch (cause) {
    await store.close()
    throw unusable(reasonOf(cause), cause)
  }
}

/**
 * Makes the data folder. One that holds a SQLite database or the sample foundation belongs to one process;
 * with Firestore any number may share it.
 */
export async function claimDataFolder(
  folder: string,
  { isShared }: { isShared: boolean },
): Promise<() => void> {
  const { lockDataFolder, makeDataFolder } = await import('./sqlite/data-folder-lock.ts')
  if (!isShared) return lockDataFolder(folder)
  makeDataFolder(folder)
  return () => {}
}

function reasonOf(error: unknown): string {
  const inner = error instanceof Refusal ? error.details.cause : error
  if (inner instanceof Error) return inner.message.split('\n', 1)[0]!
  return 'it doesn’t answer. Check the network and the credentials.'
}
