import type { BlobStore } from './documents/blob-store.ts'
import type { Calendar } from './calendar/calendar.ts'
import type { Log } from './http/log.ts'
import type { Identity } from './identity/identity.ts'
import type { DocumentStore } from './store/document-store.ts'
import type { Drive } from './sync/drive.ts'

/** Everything outside the app that it talks to. Services take the ones they need. */
export type Ports = {
  store: DocumentStore
  blobs: BlobStore
  drive: Drive
  calendar: Calendar
  identity: Identity
  now: () => Date
  log: Log
}
