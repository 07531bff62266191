import type { Calendar } from './calendar/calendar.ts'
import type { BlobStore } from './documents/blob-store.ts'
import type { Identity } from './identity/identity.ts'
import type { Log } from './log.ts'
import type { Traces } from './metrics/traces.ts'
import type { Branding } from './page/branding/branding.ts'
import type { ShellFiles } from './page/shell-files.ts'
import type { PipelineTokens } from './releases/pipelines/pipeline-tokens.ts'
import type { DocumentStore } from './store/document-store.ts'
import type { Drive } from './sync/drive.ts'
import type { Accounts } from './users/accounts.ts'

/** The external systems the app uses. Each service takes the ones it needs. */
export type Ports = {
  store: DocumentStore
  blobs: BlobStore
  drive: Drive
  calendar: Calendar
  identity: Identity
  accounts: Accounts
  pipelineTokens: PipelineTokens
  /** Free bytes on the disk that the portal writes to; none if it writes to no disk of this machine. */
  freeSpace?: (() => Promise<number>) | undefined
  /** The built pages; without them only the API is served. */
  shell?: ShellFiles
  /** The foundation's logo, picture and accent. */
  branding?: Branding
  /** Where spans go; none by default. */
  traces?: Traces | undefined
  now: () => Date
  log: Log
}
