import { mkdirSync } from 'node:fs'
import type { DriveSettings } from '../platform/env/drive.ts'
import type { Drive } from '../features/sync/drive.ts'

type Options = {
  drive: DriveSettings
  /** Path of a service account key; defaults to the application default credentials. */
  credentialsFile: string | undefined
}

/** Opens the drive named in the settings; only its adapter is loaded. Refuses an unusable key file. */
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
