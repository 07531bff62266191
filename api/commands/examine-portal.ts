import { releaseManifest } from '@portal/contract/releases'
import * as z from 'zod/mini'
import { lacksIndex } from '../src/adapters/firestore/firestore-errors.ts'
import { dnsTexts } from '../src/adapters/dns/dns-texts.ts'
import { folderRelease } from '../src/adapters/folder/folder-shell.ts'
import { claimDataFolder } from '../src/adapters/open-store.ts'
import { accountCheck, adminsCheck, qaAccountsCheck } from '../src/features/doctor/admins-check.ts'
import { addressCheck } from '../src/features/doctor/address-check.ts'
import {
  auditCheck,
  backupsCheck,
  filesCheck,
  embedsCheck,
} from '../src/features/doctor/files-check.ts'
import { type AccountList, accountsCheck } from '../src/features/doctor/accounts-check.ts'
import { brandingCheck, remotesCheck, shellCheck } from '../src/features/doctor/shell-check.ts'
import { backupExpiryCheck } from '../src/features/doctor/backup-expiry-check.ts'
import { calendarCheck, driveCheck } from '../src/features/doctor/board-checks.ts'
import { jumpCheck } from '../src/features/doctor/jump-check.ts'
import { databaseCheck } from '../src/features/doctor/database-check.ts'
import {
  type Check,
  runChecks,
  type Finding,
  firstLineOfError,
} from '../src/features/doctor/finding.ts'
import { integrityCheck } from '../src/features/doctor/integrity-check.ts'
import { mailboxCheck, mailCheck, testMailCheck } from '../src/features/doctor/mail-check.ts'
import { mailDomainChecks, type ReadTexts } from '../src/features/doctor/mail-domain-check.ts'
import { composeTestMail } from '../src/features/mail/mail-feature.ts'
import { jobFindings } from '../src/features/doctor/jobs-check.ts'
import { providerCheck, signInCheck } from '../src/features/doctor/sign-in-check.ts'
import { secretsCheck } from '../src/features/doctor/secrets-check.ts'
import { uncheckedParts } from '../src/features/doctor/unchecked.ts'

import { parseSettings, settingFaults, type Settings } from '../src/platform/env/env.ts'
import { newestBackup, oldestBackup } from '../src/adapters/folder/backup-folder.ts'
import { pathFaults } from '../src/platform/env/named-paths.ts'
import { firebaseChecks, firestoreChecks, signInService } from './google-checks.ts'
import { unlessFaulty } from './paths-of-checks.ts'
import { portOpeners } from '../src/open-ports.ts'
import { stableReleases, unreadableDocuments } from '../src/features/releases/releases-feature.ts'
import type { DocumentStore } from '../src/platform/store/document-store.ts'

type Environment = Record<string, string | undefined>

const now = () => new Date()

export type Examination = {
  findings: Finding[]
  /** What no check can see. */
  unchecked: string[]
}

type Request = {
  /** The portal's public address. */
  address?: URL | undefined
  /** An address that gets a test message. */
  mailTo?: string | undefined
  readTexts?: ReadTexts
}

/** Tries everything that these settings refer to. Leaves nothing behind, except a test message that is requested. */
export async function examinePortal(
  env: Environment,
  { address, mailTo, readTexts = dnsTexts() }: Request = {},
): Promise<Examination> {
  const faults = settingFaults(env)
  if (faults.length > 0) return { findings: faults.map(wrongSetting), unchecked: [] }
  let settings: Settings
  try {
    settings = parseSettings(env)
  } catch (error) {
    return { findings: [wrongSetting(firstLineOfError(error))], unchecked: [] }
  }
  const { checks, close } = checksOf(settings, { address, mailTo, readTexts })
  const usable = unlessFaulty(checks, settings, await pathFaults(settings.namedPaths))
  const token = settings.limits.metricsToken
  const [findings, jobs] = await Promise.all([runChecks(usable), jobFindings({ address, token })])
  await close()
  return {
    findings: [settingsFinding(settings), ...findings, ...jobs],
    unchecked: uncheckedParts(settings),
  }
}

function checksOf(
  settings: Settings,
  { address, mailTo, readTexts }: Request & { readTexts: ReadTexts },
) {
  const { production, identity } = settings
  const open = portOpeners(settings, { now })
  let opened: Promise<DocumentStore> | undefined
  // A portal may be running with the same settings and mustn't be disturbed.
  const blobs = () => open.blobs({ isShared: true })
  const store = () =>
    (opened ??= claimDataFolder(settings.dataFolder, { isShared: true }).then(open.store))
  const own = async () => open.accounts(await store())
  const accounts: { list: AccountList } =
    identity.kind === 'portal'
      ? { list: async (page) => (await own()).list(page) }
      : open.accounts()
  let known: Promise<string | undefined> | undefined
  const account = () => (known ??= accountOf(settings))
  const accountWith = (kind: string) => async () => (kind === 'google' ? account() : undefined)
  const { drive, calendar } = settings

  const mail = { settings, open: open.mail }
  const compose = async (to: string) => {
    // What is wrong with it is another finding.
    const branding = await open.branding().catch(() => undefined)
    return composeTestMail(settings, to, { at: now(), colors: branding?.accent?.schemes })
  }

  const checks: Check[] = [
    shellCheck({ settings, open: open.shell }),
    brandingCheck({ open: open.branding }),
    ...(usesGoogle(settings) ? [accountCheck({ account })] : []),
    databaseCheck({ store: settings.store, open: store, lacksIndex, now }),
    integrityCheck({ open: store }),
    auditCheck({ open: store }),
    jumpCheck({ open: store }),
    adminsCheck({
      open: store,
      accounts,
      domain: settings.foundation.domain,
      defaultAdminEmail: settings.defaultAdminEmail,
    }),
    ...firestoreChecks(settings, address),
    filesCheck({ blobs: settings.blobs, open: blobs }),
    ...(production && isOnThisMachine(settings)
      ? [backupsCheck({ folder: settings.backupFolder, newest: newestBackup, now })]
      : []),
    ...(production
      ? [
          backupExpiryCheck({
            days: settings.backupDays,
            folder: settings.backupFolder,
            oldest: oldestBackup,
            now,
          }),
        ]
      : []),
    driveCheck({ drive, open: open.drive, account: accountWith(drive.kind) }),
    calendarCheck({ calendar, open: open.calendar, account: accountWith(calendar.kind), now }),
    accountsCheck({ accounts, defaultAdminEmail: settings.defaultAdminEmail }),
    ...(identity.kind === 'portal'
      ? [providerCheck({ provider: identity.provider })]
      : [signInCheck({ service: signInServiceOf(identity), apiKey: identity.apiKey, address })]),
    ...firebaseChecks(settings, address, now),
    qaAccountsCheck({ accounts: settings.signIns.qaAccounts, production }),
    embedsCheck({ hosts: settings.embedHosts }),
    mailCheck(mail),
    ...(settings.mail.replies ? [mailboxCheck({ open: open.mailbox })] : []),
    ...(settings.mail.kind === 'smtp'
      ? mailDomainChecks({
          from: settings.mail.from.address,
          dkimSelector: settings.mail.dkimSelector,
          readTexts,
        })
      : []),
    ...(mailTo === undefined ? [] : [testMailCheck({ ...mail, to: mailTo, compose })]),
    secretsCheck({
      adminApiKey: settings.adminApiKey,
      gateRunnerKey: settings.gateRunnerKey,
      backendKey: settings.backendKey,
      metricsToken: settings.limits.metricsToken,
      previousKeys: settings.previousKeys,
      previousClientSecret: identity.provider?.previousClientSecret,
    }),
    remotesCheck({
      builds: () => Promise.all(settings.releaseFolders.map(buildIn)),
      live: async () => stableReleases(await store(), await blobs()),
      unread: async () => unreadableDocuments(await store()),
    }),
    addressCheck({ address, settings }),
  ]
  const close = async () => {
    const last = await opened?.catch(() => undefined)
    await last?.close()
  }
  return { checks, close }
}

function isOnThisMachine({ store, blobs }: Settings): boolean {
  return store.kind === 'sqlite' || blobs.kind === 'folder'
}

function usesGoogle({ store, blobs, drive, calendar, identity }: Settings): boolean {
  const isFirestore = store.kind === 'firestore' && store.emulatorHost === undefined
  const kinds = [blobs.kind, drive.kind, calendar.kind, identity.kind]
  return isFirestore || kinds.some((kind) => ['gcs', 'google', 'firebase'].includes(kind))
}

async function accountOf({ googleCredentialsFile }: Settings): Promise<string | undefined> {
  // Loaded on demand, because an embedded portal doesn't need Google's libraries.
  const { googleAccount } = await import('../src/adapters/google/google-account.ts')
  return googleAccount(
    googleCredentialsFile === undefined ? {} : { credentials: googleCredentialsFile },
  )
}

function signInServiceOf({ kind, emulatorUrl }: Settings['identity']): string {
  return kind === 'emulator' ? `${emulatorUrl}/${new URL(signInService).host}` : signInService
}

async function buildIn(folder: string): Promise<{ folder: string; fault?: string }> {
  const bytes = await folderRelease(folder).read('release.json')
  if (!bytes) {
    return { folder, fault: `There is no build in ${folder}. Build it, or change RELEASES_FOLDER.` }
  }
  try {
    z.parse(releaseManifest, JSON.parse(Buffer.from(bytes).toString()))
    return { folder }
  } catch {
    return { folder, fault: `release.json in ${folder} is not valid. Build it again.` }
  }
}

function wrongSetting(message: string): Finding {
  return { part: 'settings', verdict: 'wrong', message }
}

function settingsFinding(settings: Settings): Finding {
  const { store, blobs, drive, calendar, identity, limits, production } = settings
  if (limits.trustedProxies === 0 && settings.isOnCloudRun) {
    return wrongSetting(
      'With TRUSTED_PROXIES=0 behind Cloud Run, all people share one address and its rate limits. Set it to the number of proxies in front.',
    )
  }
  const kinds = `STORE=${store.kind}, BLOBS=${blobs.kind}, DRIVE=${drive.kind}, CALENDAR=${calendar.kind}, IDENTITY=${identity.kind}`
  const message = production
    ? kinds
    : `${kinds}; NODE_ENV isn’t production, so some checks are relaxed`
  return { part: 'settings', verdict: production ? 'ok' : 'caution', message }
}
