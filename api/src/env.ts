import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { blobEnvironment, blobSettings } from './env/blobs.ts'
import { calendarEnvironment, calendarSettings } from './env/calendar.ts'
import { driveEnvironment, driveSettings } from './env/drive.ts'
import { foundationEnvironment, foundationSettings } from './env/foundation.ts'
import { identityEnvironment, identitySettings } from './env/identity.ts'
import { limitsEnvironment, limitSettings } from './env/limits.ts'
import { pagesEnvironment, pagesSettings } from './env/pages.ts'
import { refuseUnsafe } from './env/refuse-unsafe.ts'
import { SettingsError } from './env/settings-error.ts'
import type { Settings } from './env/settings.ts'
import { storeEnvironment, storeSettings } from './env/store.ts'
import './zod-language.ts'
import { setting } from './env/values.ts'

export { SettingsError } from './env/settings-error.ts'
export type { Settings } from './env/settings.ts'

/** Every variable that the API reads. */
export const environment = z.object({
  NODE_ENV: setting(
    z._default(z.string(), 'development'),
    '`production` turns on HSTS and `Secure` cookies, and refuses what nobody should go live with',
  ),
  PORT: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), 3000),
    'where to listen',
  ),
  HOST: setting(
    z.optional(z.string()),
    'on which of this machine’s addresses',
    'this machine’s own on the emulator, else all',
  ),
  DATA_FOLDER: setting(
    z._default(z.string(), '.data'),
    'database, files and whatever else this machine keeps',
  ),
  GOOGLE_CREDENTIALS_FILE: setting(
    z.optional(z.string()),
    'a service account’s key file',
    'application default credentials',
  ),
  ...foundationEnvironment,
  ...identityEnvironment,
  ...storeEnvironment,
  ...blobEnvironment,
  ...driveEnvironment,
  ...calendarEnvironment,
  ...pagesEnvironment,
  ...limitsEnvironment,
})

/** Reads the settings, or throws a `SettingsError` that says in one sentence what to change. */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  const given = givenIn(env)
  const parsed = z.safeParse(environment, given)
  if (!parsed.success) throw new SettingsError(sentenceOf(parsed.error.issues[0]!, given))
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
    foundation: foundationSettings(read),
    defaultAdminEmail: read.DEFAULT_ADMIN_EMAIL ?? 'ruth.abelman@larkspur.example',
    identity: identitySettings(read),
    adminApiKey: read.ADMIN_API_KEY,
    googleCredentialsFile: read.GOOGLE_CREDENTIALS_FILE && resolve(read.GOOGLE_CREDENTIALS_FILE),
    ...pagesSettings(read, read.IDENTITY === 'emulator'),
    limits: limitSettings(read, read.NODE_ENV === 'production'),
  }
  refuseUnsafe(settings, given)
  return settings
}

/** One sentence for every setting that can't be used by itself; none where each of them can. */
export function settingFaults(env: Record<string, string | undefined>): string[] {
  const given = givenIn(env)
  const parsed = z.safeParse(environment, given)
  return parsed.success ? [] : parsed.error.issues.map((issue) => sentenceOf(issue, given))
}

function givenIn(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

/** A value is repeated only where it stands for a choice: others may be secrets. */
function sentenceOf(
  { path, message, code }: z.core.$ZodIssue,
  given: Record<string, string | undefined>,
): string {
  const name = String(path[0])
  return code === 'invalid_value'
    ? `${name}=${given[name] ?? ''} can't be used: ${message}.`
    : `The setting ${name} can't be used: ${message}.`
}
