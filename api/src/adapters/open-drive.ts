import { mkdirSync } from 'node:fs'
import type { DriveSettings } from '../env/drive.ts'
import type { Drive } from '../sync/drive.ts'

type Options = {
  drive: DriveSettings
  /** A service account's key file; the application default credentials without one. */
  credentialsFile: string | undefined
}

/** The adapter that the settings name; no other one is loaded. Refuses a key file that can't be used. */
export async function openDrive({ drive, credentialsFile }: Options): Promise<Drive> {
  if (drive.kind === 'folder') {
    const { folderDrive } = await import('./folder/folder-drive.ts')
    mkdirSync(drive.folder, { recursive: true })
    return folderDrive(drive.folder)
  }
  const { googleDrive } = await import('./google/google-drive.ts')
  return googleDrive({
    root: drive.root,
    ...(credentialsFile === undefined ? {} : { credentials: credentialsFile }),
  })
}
