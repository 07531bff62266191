import { isIPv4 } from 'node:net'
import { isEmailOfDomain } from '@portal/domain/email-address'
import type { OpenIdProvider } from './identity.ts'
import type { Settings } from './settings.ts'
import { SettingsError, hostName } from './values.ts'

/** Google's libraries read these directly, regardless of the portal's settings. */
const emulatorHosts = [
  'FIRESTORE_EMULATOR_HOST',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIREBASE_STORAGE_EMULATOR_HOST',
  'STORAGE_EMULATOR_HOST',
]

/** The best-known providers of mail for everyone. */
const publicMailDomains = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com icloud.com me.com aol.com proton.me protonmail.com gmx.com gmx.de gmx.net web.de zoho.com mail.com yandex.com qq.com'.split(
    ' ',
  ),
)

/** Whether an address to listen on can be reached from this machine only. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

/** Refuses contradictory settings and, in production, unsafe ones. */
export function refuseUnsafe(settings: Settings, given: Record<string, string | undefined>): void {
  const badHost = settings.embedHosts.find((host) => !hostName.test(host))
  if (badHost !== undefined) throw new SettingsError(`EMBED_HOSTS: ${badHost} is not a host name.`)
  const domain = settings.foundation.domain
  if (domain.includes('*')) {
    throw new SettingsError(
      `FOUNDATION_DOMAIN=${domain} can't be used: name a single domain, because a wildcard would let strangers in.`,
    )
  }
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) {
    throw new SettingsError(`FOUNDATION_DOMAIN=${domain} is not a domain, such as example.org.`)
  }
  if (publicMailDomains.has(domain)) {
    throw new SettingsError(
      `FOUNDATION_DOMAIN=${domain} can't be used: everyone with an address there would be a member.`,
    )
  }
  const namesBoth =
    given['FOUNDATION_DOMAIN'] !== undefined && given['DEFAULT_ADMIN_EMAIL'] !== undefined
  if (namesBoth && !isEmailOfDomain(settings.defaultAdminEmail, domain)) {
    throw new SettingsError(`DEFAULT_ADMIN_EMAIL must be an address of @${domain}.`)
  }
  const { store } = settings
  if (store.kind === 'firestore' && given['FIREBASE_PROJECT_ID'] === undefined) {
    throw new SettingsError(
      'STORE=firestore needs FIREBASE_PROJECT_ID, the project of the database.',
    )
  }
  if (settings.drive.kind === 'google' && settings.drive.root === '') {
    throw new SettingsError(
      'DRIVE=google needs GOOGLE_DRIVE_ROOT, the id of the folder or shared drive with the papers.',
    )
  }
  if (settings.blobs.kind === 'gcs' && settings.blobs.bucket === '') {
    throw new SettingsError('BLOBS=gcs needs GCS_BUCKET, the bucket for the files.')
  }
  const { identity, host } = settings
  const isLocal = host === undefined || isLoopback(host)
  if (identity.kind === 'emulator' && !isLocal && !identity.isEmulatorPublic) {
    throw new SettingsError(
      `HOST=${host} is not allowed with IDENTITY=emulator: anyone who reaches this address could sign in as anyone. Unset HOST, or set INSECURE_EMULATOR_ON_NETWORK=1 on a network that you trust.`,
    )
  }
  if (identity.kind === 'portal' && settings.sample) {
    throw new SettingsError(
      'SAMPLE needs IDENTITY=emulator: its people sign in without a password.',
    )
  }
  if (identity.kind === 'portal' && !isLocal && !settings.production) {
    throw new SettingsError(
      `HOST=${host} is not allowed with IDENTITY=portal outside production: cookies and settings are checked there only. Set NODE_ENV=production, or unset HOST.`,
    )
  }
  if (!settings.production) return
  const emulator = emulatorHosts.find((name) => given[name] !== undefined)
  if (emulator !== undefined) {
    throw new SettingsError(
      `${emulator} is not allowed in production: an emulator stores nothing permanently, and Google’s libraries would use it. Unset it.`,
    )
  }
  if (settings.identity.kind === 'emulator') {
    throw new SettingsError(
      'IDENTITY=emulator is not allowed in production, nor with a part that is Google’s: anyone could sign in as anyone. Set IDENTITY=firebase or IDENTITY=portal.',
    )
  }
  if (identity.kind === 'portal' && !settings.publicUrl?.startsWith('https://')) {
    throw new SettingsError(
      'Production with IDENTITY=portal needs PUBLIC_URL, the https address at which people open the portal: links and sign-ins lead there.',
    )
  }
  if (identity.kind === 'portal') refuseWithoutAdmins(identity.provider)
  const isFirebase = identity.kind === 'firebase'
  if (
    isFirebase &&
    (given['FIREBASE_PROJECT_ID'] === undefined || given['FIREBASE_API_KEY'] === undefined)
  ) {
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
  if (settings.devRemotes.length > 0 || settings.shellDevUrl !== undefined || settings.sample) {
    throw new SettingsError('SHELL_DEV_URL, DEV_REMOTES and SAMPLE are not allowed in production.')
  }
  if (settings.overrides === 'localhost') {
    throw new SettingsError(
      'OVERRIDES=localhost is not allowed in production: any program on a person’s machine could act as them. Set OVERRIDES=admins.',
    )
  }
}

/** Admin rights need a sign-in with Google, or with a provider that is trusted like it. */
function refuseWithoutAdmins(provider: OpenIdProvider | undefined): void {
  if (provider === undefined || provider.clientSecret === '') {
    throw new SettingsError(
      'Production with IDENTITY=portal needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: admins sign in with Google, or with the provider that OIDC_ISSUER names.',
    )
  }
  if (!provider.issuer.startsWith('https://')) {
    throw new SettingsError('OIDC_ISSUER must begin with https:// in production.')
  }
  if (!provider.isTrusted) {
    throw new SettingsError(
      `With OIDC_ISSUER=${provider.issuer}, nobody could be an admin. If whoever controls it may make admins, set TRUSTED_ISSUER to the same address.`,
    )
  }
}
