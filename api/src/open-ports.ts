import { statfs, stat } from 'node:fs/promises'
import path from 'node:path'
import { emulatorIdentity } from './adapters/firebase/emulator-identity.ts'
import { firebaseAccounts } from './adapters/firebase/firebase-accounts.ts'
import { firebaseIdentity } from './adapters/firebase/firebase-identity.ts'
import { newestBackup } from './adapters/folder/backup-folder.ts'
import { readFolderShell } from './adapters/folder/folder-shell.ts'
import { httpsBackends } from './adapters/https/https-backends.ts'
import { oidcTokens } from './adapters/oidc/oidc-tokens.ts'
import { cloudRunRegion } from './adapters/google/cloud-run-region.ts'
import {
  openBlobs,
  openDrive,
  openCalendar,
  openMail,
  openMailbox,
} from './adapters/open-adapters.ts'
import { openStore } from './adapters/open-store.ts'
import { emulatorLinks } from './adapters/portal/emulator-links.ts'
import { portalSignIn } from './adapters/portal/portal-sign-in.ts'
import type { Ports } from './ports.ts'
import type { Accounts } from './platform/identity/accounts.ts'
import type { DocumentStore } from './platform/store/document-store.ts'
import { publicUrlOf, type Settings, SettingsError } from './platform/env/env.ts'
import type { Log } from './platform/log.ts'
import { openBranding } from './features/page/page-feature.ts'
import { devShell } from './features/page/page-feature.ts'

type Clock = { now: () => Date }

/** Functions that open the port of each kind; nothing is opened before its function is called. */
export function portOpeners(settings: Settings, { now }: Clock) {
  const { dataFolder, identity, foundation, googleCredentialsFile: credentialsFile } = settings
  const { projectId } = identity
  const publicUrl = publicUrlOf(settings)
  const own = (store: DocumentStore) =>
    portalSignIn({ store, publicUrl, foundation, provider: identity.provider, now })
  return {
    shell: async () => {
      const { shellDevUrl, shellFolder } = settings
      const shell =
        shellDevUrl === undefined ? await readFolderShell(shellFolder) : devShell(shellDevUrl)
      if (shell) return shell
      throw new SettingsError(
        `There is no shell in ${shellFolder}. Build it first, or set SHELL_FOLDER.`,
      )
    },
    branding: () => openBranding(foundation),
    store: () => openStore({ store: settings.store, dataFolder, credentialsFile, now }),
    // Several instances may write to the data folder, unless one has locked it.
    blobs: ({ isShared = settings.store.kind === 'firestore' && !settings.sample } = {}) =>
      openBlobs({ blobs: settings.blobs, dataFolder, credentialsFile, isShared }),
    drive: () => openDrive({ drive: settings.drive, credentialsFile }),
    calendar: () =>
      openCalendar({
        calendar: settings.calendar,
        timeZone: foundation.timeZone,
        credentialsFile,
        now,
      }),
    mail: () => openMail({ mail: settings.mail, dataFolder }),
    mailbox: () => openMailbox(settings.mail),
    identity: (store: DocumentStore) => {
      if (identity.kind === 'portal') return own(store).identity
      return identity.kind === 'emulator'
        ? emulatorIdentity({ projectId, now })
        : firebaseIdentity({ projectId, now })
    },
    /** The portal’s own are in the store; others don’t need it. */
    accounts: (store?: DocumentStore) =>
      identity.kind === 'portal'
        ? own(store!).accounts
        : firebaseAccounts({
            projectId,
            emulatorUrl: identity.kind === 'emulator' ? identity.emulatorUrl : undefined,
            credentialsFile,
          }),
    ownSignIn: () => (identity.kind === 'portal' ? own : undefined),
    links: () =>
      identity.kind === 'emulator'
        ? (store: DocumentStore, accounts: Accounts) =>
            emulatorLinks({ store, accounts, publicUrl, foundation, now })
        : undefined,
    pipelineTokens: () => oidcTokens({ production: settings.production, now }),
    backends: () => httpsBackends({ production: settings.production }),
    region: () => (settings.isOnCloudRun ? cloudRunRegion : undefined),
    startGateRunner: async () => {
      const { gateRunnerJob: job, gateRunnerKey } = settings
      if (job === undefined || gateRunnerKey === undefined) return undefined
      const { cloudRunJob } = await import('./adapters/google/cloud-run-job.ts')
      return cloudRunJob({ job, credentials: credentialsFile })
    },
    freeSpace: () => {
      const isOnDisk = settings.store.kind === 'sqlite' || settings.blobs.kind === 'folder'
      return isOnDisk ? freeSpaceOf(dataFolder) : undefined
    },
    databaseSize: () =>
      settings.store.kind === 'sqlite' ? () => sqliteSize(dataFolder) : undefined,
    newestBackup: () => {
      const { backupFolder } = settings
      return backupFolder === undefined ? undefined : () => newestBackup(backupFolder)
    },
  }
}

export type PortOpeners = ReturnType<typeof portOpeners>

export async function openPorts(
  open: PortOpeners,
  { now, log }: Clock & { log: Log },
): Promise<Ports> {
  const [shell, branding, store] = [await open.shell(), await open.branding(), await open.store()]
  return {
    shell,
    branding,
    store,
    blobs: await open.blobs(),
    drive: await open.drive(),
    calendar: await open.calendar(),
    mail: await open.mail(),
    mailbox: await open.mailbox(),
    identity: open.identity(store),
    accounts: open.accounts(store),
    openOwnSignIn: open.ownSignIn(),
    openLinks: open.links(),
    pipelineTokens: open.pipelineTokens(),
    backends: open.backends(),
    startGateRunner: await open.startGateRunner(),
    freeSpace: open.freeSpace(),
    databaseSize: open.databaseSize(),
    newestBackup: open.newestBackup(),
    region: open.region(),
    now,
    log,
  }
}

/** Reads how many bytes the portal's user may still write to the folder's disk. */
function freeSpaceOf(folder: string): () => Promise<number> {
  return async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
}

/** With its write-ahead log. */
async function sqliteSize(dataFolder: string): Promise<number> {
  const files = ['portal.sqlite', 'portal.sqlite-wal'].map((name) => path.join(dataFolder, name))
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
