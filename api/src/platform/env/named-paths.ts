import { lookAtPaths, lookTime, type PathState } from '../files/look-at-paths.ts'
import type { Settings } from './settings.ts'
import { SettingsError } from './values.ts'

/** A path that a setting names, unlike those that the portal chooses itself. */
export type NamedPath = {
  setting: string
  path: string
  kind: 'folder' | 'file'
  /** The portal makes it, waits for it, or explains how to make it. */
  mayBeMissing: boolean
}

/** The paths that these settings name and use. */
export function namedPaths(
  settings: Omit<Settings, 'namedPaths'>,
  given: Record<string, string | undefined>,
): NamedPath[] {
  const { store, blobs, drive, calendar, foundation, sample, dataFolder, shellDevUrl } = settings
  // Then it has temporary files only.
  const hasNoData = store.kind === 'firestore' && blobs.kind === 'gcs'
  const folder = (setting: string, path: string | undefined, mayBeMissing = false) =>
    named({ setting, path, kind: 'folder', mayBeMissing })
  const file = (setting: string, path: string | undefined, mayBeMissing = true) =>
    named({ setting, path, kind: 'file', mayBeMissing })
  const named = ({ path, ...rest }: Omit<NamedPath, 'path'> & { path: string | undefined }) =>
    path === undefined || given[rest.setting] === undefined ? [] : [{ ...rest, path }]
  return [
    ...folder('DATA_FOLDER', dataFolder, sample || hasNoData),
    ...folder('BACKUP_FOLDER', settings.backupFolder),
    ...folder('DRIVE_FOLDER', drive.kind === 'folder' ? drive.folder : undefined),
    ...folder('SHELL_FOLDER', shellDevUrl === undefined ? settings.shellFolder : undefined, true),
    ...settings.releaseFolders.flatMap((path) => folder('RELEASES_FOLDER', path)),
    ...file('GOOGLE_CREDENTIALS_FILE', settings.googleCredentialsFile, false),
    ...file('ICS_FILE', calendar.kind === 'ics' && !calendar.url ? calendar.file : undefined),
    ...file('FOUNDATION_LOGO', foundation.logoFile),
    ...file('FOUNDATION_SIGN_IN_PICTURE', foundation.signInPictureFile),
  ]
}

export type PathFault = { setting: string; isSilent: boolean; message: string }

export type LookAtPaths = (paths: string[]) => Promise<PathState[]>

/** What is wrong with the named paths; nothing is created. */
export async function pathFaults(
  paths: NamedPath[],
  look: LookAtPaths = lookAtPaths,
): Promise<PathFault[]> {
  const states = await look(paths.map(({ path }) => path))
  return paths.flatMap((named, at) => {
    const message = faultOf(named, states[at]!)
    const isSilent = states[at] === 'silent'
    return message === undefined ? [] : { setting: named.setting, isSilent, message }
  })
}

/** Refuses a file on a disk that doesn't respond, before it is read: reading it would never end. */
export async function mustRespond(
  setting: string,
  path: string,
  look: LookAtPaths = lookAtPaths,
): Promise<void> {
  const faults = await pathFaults([{ setting, path, kind: 'file', mayBeMissing: true }], look)
  // Anything else that can be read is fine, such as a pipe.
  const silent = faults.find(({ isSilent }) => isSilent)
  if (silent) throw new SettingsError(silent.message)
}

function faultOf(named: NamedPath, state: PathState): string | undefined {
  const { setting, path, kind, mayBeMissing } = named
  if (state === kind || state === 'unknown') return undefined
  if (state === 'silent') {
    return `${path}, which ${setting} names, didn’t respond within ${lookTime / 1000} s. Check the disk or the network that it is on.`
  }
  if (state !== 'missing') {
    return `${path}, which ${setting} names, isn’t a ${kind}. Correct the setting.`
  }
  if (mayBeMissing) return undefined
  return kind === 'folder'
    ? `There is no folder ${path}, which ${setting} names. Create or mount it, or correct the setting.`
    : `There is no file ${path}, which ${setting} names. Correct the setting.`
}
