import { readFileSync } from 'node:fs'
import { Firestore } from '@google-cloud/firestore'
import { GoogleAuth, JWT } from 'google-auth-library'

/** Which database. */
export type Place = {
  projectId: string
  /** The database's id; the project's default one without. */
  database?: string | undefined
  /** `host:port` of an emulator. */
  emulatorHost?: string | undefined
  /** A service account's key file; the application default credentials without one. */
  credentialsFile?: string | undefined
}

/** A client; it connects with its first call. */
export function openDatabase(place: Place): Firestore {
  const { projectId, database, emulatorHost } = place
  // Where an emulator is, no metadata server is: the SDK's search for one would take seconds.
  if (emulatorHost !== undefined) process.env['METADATA_SERVER_DETECTION'] ??= 'none'
  return new Firestore({
    projectId,
    ...(database === undefined ? {} : { databaseId: database }),
    ...(emulatorHost === undefined
      ? { auth: credentialsOf(place) }
      : { host: emulatorHost, ssl: false }),
    // A connection that has died silently is found out, and not listened to for minutes.
    grpcOptions: {
      'grpc.keepalive_time_ms': 30_000,
      'grpc.keepalive_timeout_ms': 5000,
    },
  })
}

/** Throws when there are no credentials: the SDK would do so where nobody can catch it. */
export async function findCredentials(place: Place): Promise<void> {
  if (place.emulatorHost === undefined) await credentialsOf(place).getClient()
}

function credentialsOf({ credentialsFile }: Place): GoogleAuth {
  const scopes = ['https://www.googleapis.com/auth/datastore']
  if (credentialsFile === undefined) return new GoogleAuth({ scopes })
  const { client_email: email, private_key: key } = JSON.parse(
    readFileSync(credentialsFile, 'utf8'),
  ) as { client_email?: string; private_key?: string }
  if (email === undefined || key === undefined) throw new Error('This is no service account’s key.')
  return new GoogleAuth({ authClient: new JWT({ email, key, scopes }) })
}
