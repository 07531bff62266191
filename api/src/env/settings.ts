import type { BlobSettings } from './blobs.ts'
import type { CalendarSettings } from './calendar.ts'
import type { DriveSettings } from './drive.ts'
import type { FoundationSettings } from './foundation.ts'
import type { IdentitySettings } from './identity.ts'
import type { LimitSettings } from './limits.ts'
import type { StoreSettings } from './store.ts'

/** Everything an operator may set, read once at start and handed around as a value. */
export type Settings = {
  production: boolean
  port: number
  /** Where to listen; this machine alone on the emulator, everywhere otherwise. */
  host: string | undefined
  /** Holds portal.sqlite, blobs/, and on the embedded set drive/ and calendar.ics. */
  dataFolder: string
  store: StoreSettings
  blobs: BlobSettings
  drive: DriveSettings
  calendar: CalendarSettings
  foundation: FoundationSettings
  /** Lower case. */
  defaultAdminEmail: string
  identity: IdentitySettings
  /** Lets servers manage users; off without one. */
  adminApiKey: string | undefined
  /** A service account's key file; the application default credentials without one. */
  googleCredentialsFile: string | undefined
  /** Hosts that may be shown in a frame. */
  embedHosts: string[]
  shellFolder: string
  /** Builds to adopt at start. */
  releaseFolders: string[]
  /** Seeds the sample foundation into an empty store. */
  sample: boolean
  /** Development: the shell's dev server, asked for the page and its assets. */
  shellDevUrl: string | undefined
  /** Development: remotes served by their own dev servers, in front of their stable releases. */
  devRemotes: { name: string; url: string }[]
  /** Who may run other releases in a tab of theirs. */
  overrides: 'none' | 'admins' | 'localhost'
  limits: LimitSettings
}
