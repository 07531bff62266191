import type { AuditSettings } from './audit.ts'
import type { PaperSettings } from './papers.ts'
import type { NoticeSettings } from './notices.ts'
import type { ScrubSettings } from './scrub.ts'
import type { BlobSettings, SearchSettings } from './blobs.ts'
import type { CalendarSettings } from './calendar.ts'
import type { DriveSettings } from './drive.ts'
import type { FoundationSettings } from './foundation.ts'
import type { IdentitySettings } from './identity.ts'
import type { LimitSettings } from './limits.ts'
import type { MailSettings } from './mail.ts'
import type { NamedPath } from './named-paths.ts'
import type { PreviousKeys } from './previous-keys.ts'
import type { SignInSettings } from './sign-ins.ts'
import type { StoreSettings } from './store.ts'
import type { TraceSettings } from './traces.ts'

/** All settings, read once at start and passed on as a value. */
export type Settings = {
  production: boolean
  /** Cloud Run sets `K_SERVICE` or `CLOUD_RUN_JOB`. */
  isOnCloudRun: boolean
  port: number
  /** Where to listen: only this machine with the emulator, otherwise all interfaces. */
  host: string | undefined
  /** Contains portal.sqlite and blobs/, and in the embedded set also drive/ and calendar.ics. */
  dataFolder: string
  /** Contains backups of the data folder, named by their time. */
  backupFolder: string | undefined
  /** How many days every backup is kept; undefined if that isn't decided. */
  backupDays: number | undefined
  store: StoreSettings
  blobs: BlobSettings
  drive: DriveSettings
  calendar: CalendarSettings
  mail: MailSettings
  foundation: FoundationSettings
  /** When notices go out. */
  notices: NoticeSettings
  /** Lower case. */
  defaultAdminEmail: string
  identity: IdentitySettings
  signIns: SignInSettings
  audit: AuditSettings
  scrub: ScrubSettings
  papers: PaperSettings
  search: SearchSettings
  /** Allows servers to manage users; disabled if undefined. */
  adminApiKey: string | undefined
  /** Lets the operator's gate runner in; without one there is no gate runner. */
  gateRunnerKey: string | undefined
  /** The Cloud Run job that the portal starts when a release waits. */
  gateRunnerJob: string | undefined
  /** Signs who asks a remote's own backend. */
  backendKey: string | undefined
  /** Signs links in mails and feeds; a stored key does if undefined. */
  linkKey: string | undefined
  previousKeys: PreviousKeys
  /** Path of a service account key; defaults to the application default credentials. */
  googleCredentialsFile: string | undefined
  /** Hosts that pages may embed. */
  embedHosts: string[]
  /** Where people open the portal: scheme, host and port. */
  publicUrl: string | undefined
  shellFolder: string
  /** Builds to adopt at start. */
  releaseFolders: string[]
  /** Creates the sample foundation in an empty store. */
  sample: boolean
  /** Development: the shell's dev server, which serves the page and its assets. */
  shellDevUrl: string | undefined
  /** Development: remotes served by their own dev servers instead of their stable releases. */
  devRemotes: { name: string; url: string }[]
  /** Who may run other releases in their own tab. */
  overrides: 'none' | 'admins' | 'localhost'
  /** The paths that the settings name, to be looked at before anything else uses them. */
  namedPaths: NamedPath[]
  limits: LimitSettings
  /** Traces are neither recorded nor exported if undefined. */
  traces: TraceSettings | undefined
}
