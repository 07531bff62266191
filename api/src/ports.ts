import type { Calendar } from './features/calendar/calendar-feature.ts'
import type { ReplyMailbox } from './features/feeds/feeds-feature.ts'
import type { Mail } from './features/mail/mail-feature.ts'
import type { BlobStore } from './platform/files/blob-store.ts'
import type { Identity } from './platform/identity/identity.ts'
import type { Log } from './platform/log.ts'
import type { Traces } from './platform/metrics/traces.ts'
import type { Branding } from './features/page/page-feature.ts'
import type { ShellFiles } from './features/page/page-feature.ts'
import type { Backends, PipelineTokens } from './features/releases/releases-feature.ts'
import type { DocumentStore } from './platform/store/document-store.ts'
import type { Drive } from './features/sync/sync-feature.ts'
import type { Accounts } from './platform/identity/accounts.ts'
import type { LinkCalls, OwnSignIn } from './platform/identity/own-sign-in.ts'

/** The external systems the app uses. Each service takes the ones it needs. */
export type Ports = {
  store: DocumentStore
  blobs: BlobStore
  drive: Drive
  calendar: Calendar
  /** None while mail is off. */
  mail?: Mail | undefined
  /** None unless one is set. */
  mailbox?: ReplyMailbox | undefined
  identity: Identity
  accounts: Accounts
  /** Signs people in to accounts in this store, in place of the two above; for `IDENTITY=portal`. */
  openOwnSignIn?: ((store: DocumentStore) => OwnSignIn) | undefined
  /** The portal's own links for accounts of the Auth emulator. */
  openLinks?:
    | ((store: DocumentStore, accounts: Accounts) => { accounts: Accounts; links: LinkCalls })
    | undefined
  pipelineTokens: PipelineTokens
  /** The servers of remotes' teams. */
  backends: Backends
  /** Free bytes on the disk that the portal writes to; none if it writes to no disk of this machine. */
  freeSpace?: (() => Promise<number>) | undefined
  /** The bytes of the database's files; none if the database isn't on this machine. */
  databaseSize?: (() => Promise<number>) | undefined
  /** When the newest verified backup was begun; none if it isn't known where backups are. */
  newestBackup?: (() => Date | undefined) | undefined
  /** The region of this instance; none if it isn't on Cloud Run. */
  region?: (() => Promise<string | undefined>) | undefined
  /** The built pages; without them only the API is served. */
  shell?: ShellFiles
  /** The foundation's logo, picture and accent. */
  branding?: Branding
  /** Starts a gate runner that ends when it is idle; none if one runs all the time. */
  startGateRunner?: ((signal?: AbortSignal) => Promise<void>) | undefined
  /** Where spans go; none by default. */
  traces?: Traces | undefined
  now: () => Date
  log: Log
}
