import { Firestore } from '@google-cloud/firestore'

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
  const { projectId, database, emulatorHost, credentialsFile } = place
  // Where an emulator is, no metadata server is: the SDK's search for one would take seconds.
  if (emulatorHost !== undefined) process.env['METADATA_SERVER_DETECTION'] ??= 'none'
  return new Firestore({
    projectId,
    ...(database === undefined ? {} : { databaseId: database }),
    ...(emulatorHost === undefined ? {} : { host: emulatorHost, ssl: false }),
    ...(credentialsFile === undefined ? {} : { keyFilename: credentialsFile }),
    // A connection that has died silently is found out, and not listened to for minutes.
    grpcOptions: {
      'grpc.keepalive_time_ms': 30_000,
      'grpc.keepalive_timeout_ms': 5000,
    },
  })
}
