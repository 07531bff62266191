import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { calendarEnvironment, calendarSettings, type CalendarSettings } from './env/calendar.ts'
import { blobEnvironment, type BlobSettings, blobSettings } from './env/blobs.ts'
import { driveEnvironment, type DriveSettings, driveSettings } from './env/drive.ts'
import { limitsEnvironment, limitSettings, type LimitSettings } from './env/limits.ts'
import { storeEnvironment, storeSettings, type StoreSettings } from './env/store.ts'
import './zod-language.ts'

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
  foundation: {
    name: string
    /** Lower case: `larkspur.example`. */
    domain: string
    /** IANA name. */
    timeZone: string
    liaisonEmail: string
  }
  /** Lower case. */
  defaultAdminEmail: string
  identity: {
    kind: 'firebase' | 'emulator'
    projectId: string
    apiKey: string
    authDomain: string
    /** Origin of the emulator, on the emulator only. */
    emulatorUrl: string
  }
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
  limits: LimitSettings
}

/** A setting that can't be used. Its message is the one sentence the operator reads. */
export class SettingsError extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'SettingsError'
  }
}

const list = z.pipe(
  z.string(),
  z.transform((text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
)
const email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.regex(/^[^\s@]+@[^\s@]+$/, 'it is not an e-mail address'))
const url = z.url({
  protocol: /^https?$/,
  error: 'it is not an address that begins with http:// or https://',
})
const hostName = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/
const flag = z.pipe(
  z.enum(['0', '1', 'false', 'true']),
  z.transform((text: '0' | '1' | 'false' | 'true') => text === '1' || text === 'true'),
)

const embeddedHosts =
  'airtable.com,docs.google.com,drive.google.com,calendar.google.com,www.youtube.com,player.vimeo.com'

/** Where a schema names one value only, the other adapters don't exist yet. */
const environment = z.object({
  NODE_ENV: z._default(z.string(), 'development'),
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 3000),
  HOST: z.optional(z.string()),
  DATA_FOLDER: z._default(z.string(), '.data'),
  FOUNDATION_NAME: z._default(z.string().check(z.maxLength(200)), 'Larkspur Foundation'),
  FOUNDATION_DOMAIN: z._default(z.string().check(z.trim(), z.toLowerCase()), 'larkspur.example'),
  FOUNDATION_TIME_ZONE: z._default(
    z.string().check(z.refine(isTimeZone, 'it is not a time zone, such as America/Los_Angeles')),
    'America/Los_Angeles',
  ),
  LIAISON_EMAIL: z.optional(email),
  DEFAULT_ADMIN_EMAIL: z.optional(email),
  IDENTITY: z._default(z.enum(['emulator', 'firebase']), 'emulator'),
  FIREBASE_PROJECT_ID: z._default(z.string(), 'demo-board-portal'),
  FIREBASE_API_KEY: z._default(z.string(), 'demo-key'),
  FIREBASE_AUTH_DOMAIN: z.optional(z.string().check(z.regex(hostName, 'it is not a host name'))),
  AUTH_EMULATOR_URL: z._default(url, 'http://127.0.0.1:9099'),
  ADMIN_API_KEY: z.optional(
    z
      .string()
      .check(z.regex(/^[!-~]{32,}$/, 'it needs at least 32 characters, none of them blank')),
  ),
  GOOGLE_CREDENTIALS_FILE: z.optional(z.string()),
  ...storeEnvironment,
  ...blobEnvironment,
  ...driveEnvironment,
  EMBED_HOSTS: z._default(list, embeddedHosts.split(',')),
  SHELL_FOLDER: z._default(z.string(), 'shell/dist'),
  RELEASES_FOLDER: z._default(
    list,
    ['meetings', 'governance', 'directory', 'admin'].map((name) => `mf-${name}/dist`),
  ),
  SAMPLE: z._default(flag, false),
  SHELL_DEV_URL: z.optional(url),
  DEV_REMOTES: z._default(list, []),
  ...calendarEnvironment,
  ...limitsEnvironment,
})

/** Reads the settings, or throws a `SettingsError` that says in one sentence what to change. */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(environment, given)
  if (!parsed.success) {
    const { path, message, code } = parsed.error.issues[0]!
    const name = String(path[0])
    const value = given[name] ?? ''
    throw new SettingsError(
      code === 'invalid_value'
        ? `${name}=${value} can't be used: ${message}.`
        : `The setting ${name} can't be used: ${message}.`,
    )
  }
  const read = parsed.data
  const dataFolder = resolve(read.DATA_FOLDER)
  const settings: Settings = {
    production: read.NODE_ENV === 'production',
    port: read.PORT,
    host: read.HOST,
    dataFolder,
    store: storeSettings(read, read.FIREBASE_PROJECT_ID),
    blobs: blobSettings(read),
    drive: driveSettings(read, dataFolder),
    calendar: calendarSettings(read, dataFolder),
    foundation: {
      name: read.FOUNDATION_NAME,
      domain: read.FOUNDATION_DOMAIN,
      timeZone: read.FOUNDATION_TIME_ZONE,
      liaisonEmail: read.LIAISON_EMAIL ?? `liaison@${read.FOUNDATION_DOMAIN}`,
    },
    defaultAdminEmail: read.DEFAULT_ADMIN_EMAIL ?? 'ruth.abelman@larkspur.example',
    identity: {
      kind: read.IDENTITY,
      projectId: read.FIREBASE_PROJECT_ID,
      apiKey: read.FIREBASE_API_KEY,
      authDomain: read.FIREBASE_AUTH_DOMAIN ?? `${read.FIREBASE_PROJECT_ID}.firebaseapp.com`,
      emulatorUrl: new URL(read.AUTH_EMULATOR_URL).origin,
    },
    adminApiKey: read.ADMIN_API_KEY,
    googleCredentialsFile: read.GOOGLE_CREDENTIALS_FILE && resolve(read.GOOGLE_CREDENTIALS_FILE),
    embedHosts: read.EMBED_HOSTS.map((host) => host.toLowerCase()),
    shellFolder: resolve(read.SHELL_FOLDER),
    releaseFolders: read.RELEASES_FOLDER.map((folder) => resolve(folder)),
    sample: read.SAMPLE,
    shellDevUrl: read.SHELL_DEV_URL,
    devRemotes: read.DEV_REMOTES.map(devRemote),
    limits: limitSettings(read, read.NODE_ENV === 'production'),
  }
  refuseUnsafe(settings, given)
  return settings
}

function refuseUnsafe(settings: Settings, given: Record<string, string | undefined>): void {
  const badHost = settings.embedHosts.find((host) => !hostName.test(host))
  if (badHost !== undefined) throw new SettingsError(`EMBED_HOSTS: ${badHost} is not a host name.`)
  const domain = settings.foundation.domain
  if (domain.includes('*')) {
    throw new SettingsError(
      `FOUNDATION_DOMAIN=${domain} can't be used: name one domain, wildcards would let strangers in.`,
    )
  }
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) {
    throw new SettingsError(`FOUNDATION_DOMAIN=${domain} is not a domain, such as example.org.`)
  }
  const { store } = settings
  if (store.kind === 'firestore' && given['FIREBASE_PROJECT_ID'] === undefined) {
    throw new SettingsError(
      'STORE=firestore needs FIREBASE_PROJECT_ID, the project that the database is in.',
    )
  }
  if (settings.drive.kind === 'google' && settings.drive.root === '') {
    throw new SettingsError(
      'DRIVE=google needs GOOGLE_DRIVE_ROOT, the id of the folder or shared drive with the papers.',
    )
  }
  if (settings.blobs.kind === 'gcs' && settings.blobs.bucket === '') {
    throw new SettingsError('BLOBS=gcs needs GCS_BUCKET, the bucket that files are kept in.')
  }
  if (!settings.production) return
  if (store.kind === 'firestore' && store.emulatorHost !== undefined) {
    throw new SettingsError(
      'FIRESTORE_EMULATOR_HOST is not allowed in production: an emulator keeps nothing. Unset it.',
    )
  }
  if (settings.identity.kind === 'emulator') {
    throw new SettingsError(
      'IDENTITY=emulator is not allowed in production: anyone could sign in as anyone. Set IDENTITY=firebase.',
    )
  }
  if (given['FIREBASE_PROJECT_ID'] === undefined || given['FIREBASE_API_KEY'] === undefined) {
    throw new SettingsError('Production needs FIREBASE_PROJECT_ID and FIREBASE_API_KEY.')
  }
  if (given['FOUNDATION_DOMAIN'] === undefined) {
    throw new SettingsError(
      'Production needs FOUNDATION_DOMAIN, the domain of its e-mail addresses.',
    )
  }
  if (given['DEFAULT_ADMIN_EMAIL'] === undefined) {
    throw new SettingsError('Production needs DEFAULT_ADMIN_EMAIL, the first admin.')
  }
  if (!settings.defaultAdminEmail.endsWith(`@${domain}`)) {
    throw new SettingsError(`DEFAULT_ADMIN_EMAIL must be an address of @${domain}.`)
  }
  if (settings.devRemotes.length > 0 || settings.shellDevUrl !== undefined || settings.sample) {
    throw new SettingsError('SHELL_DEV_URL, DEV_REMOTES and SAMPLE are not allowed in production.')
  }
}

function devRemote(text: string): { name: string; url: string } {
  const match = /^([a-z][a-z0-9-]{1,30})@(https?:\/\/[^\s/]+)\/?$/.exec(text)
  if (!match) {
    throw new SettingsError(`DEV_REMOTES: ${text} is not of the form name@http://host:port.`)
  }
  return { name: match[1]!, url: match[2]! }
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
