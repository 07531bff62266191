import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { setting } from './values.ts'

/** Where the board's papers come from. */
export type DriveSettings =
  /** `isOwn`: the portal's own folder in the data folder, which it makes. */
  | { kind: 'folder'; folder: string; isOwn: boolean }
  /** `root`: id of a folder or shared drive that the portal's Google account may read. */
  | { kind: 'google'; root: string }

export const driveEnvironment = {
  DRIVE: setting(z._default(z.enum(['folder', 'google']), 'folder'), 'where the papers come from'),
  DRIVE_FOLDER: setting(
    z.optional(z.string()),
    'an existing local folder for `DRIVE=folder`',
    '`drive` in the data folder',
  ),
  GOOGLE_DRIVE_ROOT: setting(
    z.optional(
      z
        .string()
        .check(
          z.regex(/^[\w-]{10,}$/, 'it is not an id, which is the last part of a folder’s address'),
        ),
    ),
    'id of the folder or shared drive for `DRIVE=google`',
  ),
}

const environment = z.object(driveEnvironment)

export function driveSettings(
  read: z.output<typeof environment>,
  dataFolder: string,
): DriveSettings {
  if (read.DRIVE === 'google') return { kind: 'google', root: read.GOOGLE_DRIVE_ROOT ?? '' }
  const isOwn = read.DRIVE_FOLDER === undefined
  return { kind: 'folder', folder: resolve(read.DRIVE_FOLDER ?? `${dataFolder}/drive`), isOwn }
}
