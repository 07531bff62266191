import type { StoreSettings } from '../platform/env/store.ts'
import { Refusal } from '../refusal.ts'
import { type DocumentStore, StoreOpenError } from '../platform/store/document-store.ts'

type Options = {
  store: StoreSettings
  /** Contains the SQLite database. */
  dataFolder: string
  /** Path of a service account key; defaults to the application default credentials. */
  credentialsFile: string | undefined
  now: () => Date
  /** How long an unresponsive database is retried, in ms; 15 s by default. */
  timeout?: number
  /** Leaves a SQLite file as it is. */
  readOnly?: boolean
}

/** Opens the store named in the settings; only its adapter is loaded. Throws a `StoreOpenError`. */
export async function openStore(options: Options): Promise<DocumentStore> {
  const { store: settings, dataFolder, credentialsFile, now, timeout = 15_000 } = options
  const { readOnly = false } = options
  if (settings.kind === 'sqlite') {
    const { openSqliteStore } = await import('./sqlite/sqlite-document-store.ts')
    return openSqliteStore({
      path: `${dataFolder}/portal.sqlite`,
      blobs: `${dataFolder}/blobs`,
      now,
      readOnly,
    })
  }
  const { projectId, database = '(default)' } = settings
  const openError = (reason: string, cause: unknown) =>
    new StoreOpenError(
      `The Firestore database ${database} of the project ${projectId} can’t be used: ${reason}`,
      { cause },
    )
  const place = { ...settings, credentialsFile }
  const { findCredentials } = await import('./firestore/firestore-open.ts')
  try {
    await findCredentials(place)
  } catch (cause) {
    // The error may quote the key.
    const file = credentialsFile ?? 'GOOGLE_CREDENTIALS_FILE or application default credentials'
    throw openError(`there are no credentials. Check ${file}.`, cause)
  }
  const { openFirestoreStore } = await import('./firestore/firestore-document-store.ts')
  const store = openFirestoreStore({ ...place, now })
  try {
    await waitForResponse(() => store.get('admin', 'designatedAdmins'), timeout)
    return store
  } catch (cause) {
    await store.close()
    throw openError(reasonOf(cause), cause)
  }
}

/** Waits for the first response: when everything starts at once, the database may be late. */
async function waitForResponse(ask: () => Promise<unknown>, timeout: number): Promise<void> {
  for (const until = performance.now() + timeout; ;) {
    try {
      await ask()
      return
    } catch (error) {
      if (causeOf(error) !== undefined || performance.now() >= until) throw error
    }
  }
}

/**
 * Creates the data folder. A folder with a SQLite database or the sample foundation is locked for one process; with
 * Firestore, any number of processes may share it.
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
  return 'it doesn’t respond. Check the network and the credentials.'
}

/** The error of the database or the connection; undefined after a timeout. */
function causeOf(error: unknown): Error | undefined {
  const cause = error instanceof Refusal ? error.details.cause : error
  return cause instanceof Error ? cause : undefined
}
