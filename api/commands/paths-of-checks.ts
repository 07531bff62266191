import { type Check, CheckFailure } from '../src/features/doctor/finding.ts'
import type { Settings } from '../src/platform/env/env.ts'
import type { PathFault } from '../src/platform/env/named-paths.ts'

/**
 * Fails the checks of a faulty path without running them: they mustn't make a folder that is missing, and a call to a
 * disk that doesn't respond would never return.
 */
export function unlessFaulty(checks: Check[], settings: Settings, faults: PathFault[]): Check[] {
  const paths = pathsOfChecks(settings)
  return checks.map((check) => {
    const found = faults.filter(({ setting }) => paths[check.part]?.includes(setting))
    if (found.length === 0) return check
    const message = found.map((fault) => fault.message).join(' ')
    return { ...check, run: () => Promise.reject(new CheckFailure(message)) }
  })
}

/** The settings of the paths that each check looks at. */
function pathsOfChecks(settings: Settings): Record<string, string[]> {
  const { store, blobs, drive, calendar, identity } = settings
  const key = 'GOOGLE_CREDENTIALS_FILE'
  const ofStore = store.kind === 'firestore' ? ['DATA_FOLDER', key] : ['DATA_FOLDER']
  const ofFiles = blobs.kind === 'gcs' ? [key] : ['DATA_FOLDER']
  const ofAccounts = { firebase: [key], portal: ofStore, emulator: [] }
  return {
    shell: ['SHELL_FOLDER'],
    branding: ['FOUNDATION_LOGO', 'FOUNDATION_SIGN_IN_PICTURE'],
    account: [key],
    database: ofStore,
    integrity: ofStore,
    audit: ofStore,
    deletions: ofStore,
    admins: ofStore,
    files: ofFiles,
    backups: ['BACKUP_FOLDER'],
    expiry: ['BACKUP_FOLDER'],
    drive: drive.kind === 'google' ? [key] : [drive.isOwn ? 'DATA_FOLDER' : 'DRIVE_FOLDER'],
    calendar:
      calendar.kind === 'google' ? [key] : [calendar.mayBeMissing ? 'DATA_FOLDER' : 'ICS_FILE'],
    accounts: ofAccounts[identity.kind],
    region: [key],
    'sign-in-rules': [key],
    remotes: ['RELEASES_FOLDER', ...ofStore, ...ofFiles],
  }
}
