import type { AccessLog } from './audit/access-log.ts'
import type { HeavyWork } from './background/heavy-work.ts'
import type { BlobStore } from './files/blob-store.ts'
import type { Settings } from './env/env.ts'
import type { SignedLinks } from './links/signed-link.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { DocumentStore } from './store/document-store.ts'

/** What every feature can be created with; each takes the parts that it needs. */
export type AppParts = {
  store: DocumentStore
  blobs: BlobStore
  settings: Settings
  accessLog: AccessLog
  heavyWork: HeavyWork
  metrics: Metrics
  /** Signs links that act for a person without a sign-in. */
  links: SignedLinks
  now: () => Date
  log: Log
}
