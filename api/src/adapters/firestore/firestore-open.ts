import { readFileSync } from 'node:fs'
import { Firestore } from '@google-cloud/firestore'
import { GoogleAuth, JWT } from 'google-auth-library'

/** Identifies a database and how to reach it. */
export type DatabaseLocation = {
  projectId: string
  /** The database's id; defaults to the project's default database. */
  database?: string | undefined
  /** `host:port` of an emulator. */
  emulatorHost?: string | undefined
  /** Path of a service account key; defaults to the application default credentials. */
  credentialsFile?: string | undefined
}

/** Creates a client, which connects on its first call. */
export function openFirestoreClient(place: DatabaseLocation): Firestore {
  const { projectId, database, emulatorHost } = place
  // An emulator needs no credentials; the SDK's search for a metadata server would take seconds.
  if (emulatorHost !== undefined) process.env['METADATA_SERVER_DETECTION'] ??= 'none'
  return new Firestore({
    projectId,
    ...(database === undefined ? {} : { databaseId: database }),
    ...(emulatorHost === undefined
      ? { auth: credentialsOf(place) }
      : { host: emulatorHost, ssl: false }),
    // Detects dead connections in seconds rather than minutes.
    grpcOptions: {
      'grpc.keepalive_time_ms': 30_000,
      'grpc.keepalive_timeout_ms': 5000,
    },
  })
}

/** Throws if there are no credentials; the SDK would throw where it can't be caught. */
export async function findCredentials(place: DatabaseLocation): Promise<void> {
  if (place.emulatorHost === undefined) await credentialsOf(place).getClient()
}

function credentialsOf({ credentialsFile }: DatabaseLocation): GoogleAuth {
  const scopes = ['https://www.googleapis.com/auth/datastore']
  if (credentialsFile === undefined) return new GoogleAuth({ scopes })
  const { client_email: email, private_key: key } = JSON.parse(
    readFileSync(credentialsFile, 'utf8'),
  ) as { client_email?: string; private_key?: string }
  if (email === undefined || key === undefined)
    throw new Error('The file is not a service account key.')
  return new GoogleAuth({ authClient: new JWT({ email, key, scopes }) })
}
