import { resolve } from 'node:path'
import * as z from 'zod/mini'

/** Where the board's papers come from. */
export type DriveSettings =
  | { kind: 'folder'; folder: string }
  /** `root`: id of a folder or shared drive that the portal's Google account may read. */
  | { kind: 'google'; root: string }

export const driveEnvironment = {
  DRIVE: z._default(z.enum(['folder', 'google']), 'folder'),
  DRIVE_FOLDER: z.optional(z.string()),
  GOOGLE_DRIVE_ROOT: z.optional(
    z
      .string()
      .check(z.regex(/^[\w-]{10,}$/, 'it is not an id, such as the end of a folder’s address')),
  ),
}

const environment = z.object(driveEnvironment)

export function driveSettings(
  read: z.output<typeof environment>,
  dataFolder: string,
): DriveSettings {
  if (read.DRIVE === 'google') return { kind: 'google', root: read.GOOGLE_DRIVE_ROOT ?? '' }
  return { kind: 'folder', folder: resolve(read.DRIVE_FOLDER ?? `${dataFolder}/drive`) }
}
