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
  /** How long a database that doesn't answer yet is asked again, in ms; 15 s without. */
  patience?: number
}

/** The store that the settings name; no other one is loaded. Throws one sentence when it can't be used. */
export async function openStore(options: Options): Promise<DocumentStore> {
  const { store: settings, dataFolder, credentialsFile, now, patience = 15_000 } = options
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
    await firstAnswer(() => store.get('admin', 'designatedAdmins'), patience)
    return store
  } catch (cause) {
    await store.close()
    throw unusable(reasonOf(cause), cause)
  }
}

/** Where everything starts at once, a database may be late: it is asked again for as long as nothing comes. */
async function firstAnswer(ask: () => Promise<unknown>, patience: number): Promise<void> {
  for (const until = performance.now() + patience; ;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      await ask()
      return
    } catch (error) {
      if (causeOf(error) !== undefined || performance.now() >= until) throw error
    }
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
  const cause = causeOf(error)
  if (cause) return cause.message.split('\n', 1)[0]!
  return 'it doesn’t answer. Check the network and the credentials.'
}

/** What the database or the way to it has said; undefined where nothing was said in time. */
function causeOf(error: unknown): Error | undefined {
  const cause = error instanceof Refusal ? error.details.cause : error
  return cause instanceof Error ? cause : undefined
}
