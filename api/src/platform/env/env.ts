import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { auditEnvironment, auditSettings } from './audit.ts'
import { noticesEnvironment, noticeSettings } from './notices.ts'
import { scrubEnvironment, scrubSettings } from './scrub.ts'
import { searchSettings, blobEnvironment, blobSettings } from './blobs.ts'

import { calendarEnvironment, calendarSettings } from './calendar.ts'
import { driveEnvironment, driveSettings } from './drive.ts'
import { foundationEnvironment, foundationSettings } from './foundation.ts'
import { identityEnvironment, identitySettings } from './identity.ts'
import { namedPaths } from './named-paths.ts'
import { limitsEnvironment, limitSettings } from './limits.ts'
import { mailEnvironment, mailSettings } from './mail.ts'
import { paperEnvironment, paperSettings } from './papers.ts'
import { previousKeys, previousKeysEnvironment } from './previous-keys.ts'
import { pagesEnvironment, pagesSettings } from './pages.ts'
import { SettingsError, setting, unquoted } from './values.ts'
import type { Settings } from './settings.ts'
import { signInEnvironment, signInSettings } from './sign-ins.ts'
import { traceEnvironment, traceSettings } from './traces.ts'
import { storeEnvironment, storeSettings } from './store.ts'
import '../zod-language.ts'
import { refuseUnsafe } from './refuse-unsafe.ts'
import { resembledSetting } from './unknown-settings.ts'

export { SettingsError } from './values.ts'

export type { Settings } from './settings.ts'

/** Every environment variable that the API reads. */
export const environment = z.object({
  NODE_ENV: setting(
    z._default(z.enum(['development', 'production', 'test']), 'development'),
    '`production` enables HSTS and `Secure` cookies, and refuses unsafe settings; so does any part that is Google’s: Firebase, Firestore, Cloud Storage, Drive or Calendar',
  ),
  PORT: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 3000),
    'port to listen on',
  ),
  HOST: setting(
    z.optional(z.string()),
    'address to listen on',
    'all in production, otherwise this machine only',
  ),
  DATA_FOLDER: setting(
    z._default(z.string(), '.data'),
    'folder for the database, files and other local data; it must exist if it is set, unless it is the sample’s or has temporary files only',
  ),
  BACKUP_FOLDER: setting(
    z.optional(z.string()),
    'existing folder of the backups: `backup` makes one there, and in production the doctor warns if the newest is older than two days',
  ),
  BACKUP_DAYS: setting(
    z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(3650))),
    'days that every backup is kept, copies on other machines and Google’s own included: a page on which something is erased names the day when the last backup of it expires, and `backup` deletes older ones in `BACKUP_FOLDER`',
    'until the operator deletes it',
  ),
  GOOGLE_CREDENTIALS_FILE: setting(
    z.optional(z.string()),
    'path of a service account key',
    'application default credentials',
  ),
  ...foundationEnvironment,
  ...identityEnvironment,
  ...previousKeysEnvironment,
  ...signInEnvironment,
  ...auditEnvironment,
  ...scrubEnvironment,
  ...paperEnvironment,
  ...storeEnvironment,
  ...blobEnvironment,
  ...driveEnvironment,
  ...calendarEnvironment,
  ...mailEnvironment,
  ...noticesEnvironment,
  ...pagesEnvironment,
  ...limitsEnvironment,
  ...traceEnvironment,
})

export const settingNames: readonly string[] = Object.keys(environment.shape)

/** Parses the settings; throws a `SettingsError` that says what to change. */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  refuseResembling(env)
  const given = givenIn(env)
  const parsed = z.safeParse(environment, given)
  if (!parsed.success) throw new SettingsError(errorMessage(parsed.error.issues[0]!, given))
  const read = parsed.data
  const dataFolder = resolve(read.DATA_FOLDER)
  const store = storeSettings(read, read.FIREBASE_PROJECT_ID)
  const production = read.NODE_ENV === 'production' || usesGoogle(read, given)
  const settings: Omit<Settings, 'namedPaths'> = {
    production,
    isOnCloudRun: given['K_SERVICE'] !== undefined || given['CLOUD_RUN_JOB'] !== undefined,
    port: read.PORT,
    host: read.HOST,
    dataFolder,
    backupFolder: read.BACKUP_FOLDER && resolve(read.BACKUP_FOLDER),
    backupDays: read.BACKUP_DAYS,
    store,
    blobs: blobSettings(read),
    drive: driveSettings(read, dataFolder),
    calendar: calendarSettings(read, dataFolder),
    mail: mailSettings(read, foundationSettings(read), production),
    notices: noticeSettings(read, read.FOUNDATION_TIME_ZONE),
    foundation: foundationSettings(read),
    defaultAdminEmail: read.DEFAULT_ADMIN_EMAIL ?? 'ruth.abelman@larkspur.example',
    identity: identitySettings(read),
    signIns: signInSettings(read, read.TRUSTED_PROXIES),
    audit: auditSettings(read),
    scrub: scrubSettings(read),
    papers: paperSettings(read),
    search: searchSettings(dataFolder, store),
    adminApiKey: read.ADMIN_API_KEY,
    gateRunnerKey: read.GATE_RUNNER_KEY,
    gateRunnerJob: read.GATE_RUNNER_JOB,
    backendKey: read.BACKEND_KEY,
    linkKey: read.LINK_KEY,
    previousKeys: previousKeys(read, given),
    googleCredentialsFile: read.GOOGLE_CREDENTIALS_FILE && resolve(read.GOOGLE_CREDENTIALS_FILE),
    ...pagesSettings(read, read.IDENTITY === 'emulator'),
    limits: limitSettings(read, production),
    traces: traceSettings(read),
  }
  const whole = { ...settings, namedPaths: namedPaths(settings, given) }
  refuseUnsafe(whole, given)
  return whole
}

/** Where people open the portal. */
export function publicUrlOf({ publicUrl, port }: Pick<Settings, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}

/** Whether real data may be behind this portal, whatever NODE_ENV says. Emulators don't count. */
function usesGoogle(
  { IDENTITY, STORE, BLOBS, DRIVE, CALENDAR }: z.output<typeof environment>,
  given: Record<string, string | undefined>,
): boolean {
  const isReal = (emulatorHost: string) => given[emulatorHost] === undefined
  return (
    IDENTITY === 'firebase' ||
    (STORE === 'firestore' && isReal('FIRESTORE_EMULATOR_HOST')) ||
    (BLOBS === 'gcs' && isReal('STORAGE_EMULATOR_HOST')) ||
    DRIVE === 'google' ||
    CALENDAR === 'google'
  )
}

/** One message for every invalid setting; empty if all are valid. */
export function settingFaults(env: Record<string, string | undefined>): string[] {
  const given = givenIn(env)
  const parsed = z.safeParse(environment, given)
  const issues = parsed.success ? [] : parsed.error.issues
  return [...resemblingNames(given), ...issues.map((issue) => errorMessage(issue, given))]
}

/** Throws for a variable that is almost named like a setting: it would have no effect. */
export function refuseResembling(env: Record<string, string | undefined>): void {
  const [fault] = resemblingNames(givenIn(env))
  if (fault !== undefined) throw new SettingsError(fault)
}

function resemblingNames(given: Record<string, string | undefined>): string[] {
  return Object.keys(given).flatMap((name) => {
    const meant = resembledSetting(name, settingNames)
    return meant === undefined
      ? []
      : `${name} is not a setting of the portal: rename it to ${meant}, or unset it.`
  })
}

function givenIn(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, value === undefined ? value : unquoted(value)] as const)
      .filter(([, value]) => value !== ''),
  )
}

/** Only repeats the value of an enumeration, because other values may be secrets. */
function errorMessage(
  { path, message, code }: z.core.$ZodIssue,
  given: Record<string, string | undefined>,
): string {
  const name = String(path[0])
  return code === 'invalid_value'
    ? `${name}=${given[name] ?? ''} can't be used: ${message}.`
    : `The setting ${name} can't be used: ${message}.`
}
