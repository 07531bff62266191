import type { drive_v3 } from '@googleapis/drive'
import type { DriveFile } from '../../features/sync/drive.ts'

/** A file, folder or shortcut in Drive. */
export type GoogleEntry = Omit<drive_v3.Schema$File, 'id' | 'name' | 'mimeType'> & {
  id: string
  name: string
  mimeType: string
}

/** The fields requested for each entry. */
export const entryFields =
  'id,name,mimeType,parents,trashed,driveId,createdTime,modifiedTime,size,' +
  'md5Checksum,sha256Checksum,webViewLink,webContentLink,shortcutDetails(targetId)'

export function readEntry(file: drive_v3.Schema$File | undefined): GoogleEntry | undefined {
  const { id, name, mimeType } = file ?? {}
  return id && mimeType ? { ...file, id, name: name ?? id, mimeType } : undefined
}

const native = 'application/vnd.google-apps.'
/** Google formats that can be exported as PDF. The others (forms, sites, maps) have no pages. */
const exported = new Set(['document', 'spreadsheet', 'presentation', 'drawing'])

export const isFolder = ({ mimeType }: GoogleEntry) => mimeType === `${native}folder`
export const targetOf = ({ mimeType, shortcutDetails }: GoogleEntry) =>
  mimeType === `${native}shortcut` ? (shortcutDetails?.targetId ?? '') : undefined

/** A file's location: its own id and name, or the id and name of the shortcut to it. */
export type Place = { id: string; name: string; path: string; parentFolder: string }

/** The entry as a drive file; undefined if it has no readable content. */
export function driveFile(entry: GoogleEntry, place: Place): DriveFile | undefined {
  const { id, mimeType, createdTime, modifiedTime, webViewLink, webContentLink } = entry
  const isNative = mimeType.startsWith(native)
  if (isNative && !exported.has(mimeType.slice(native.length))) return undefined
  const modified = modifiedTime ?? createdTime ?? new Date(0).toISOString()
  const checksum = entry.sha256Checksum ?? entry.md5Checksum
  return {
    id: place.id,
    name: isNative ? `${place.name.replace(/\.pdf$/i, '')}.pdf` : place.name,
    mimeType: isNative ? 'application/pdf' : mimeType,
    path: place.path,
    parentFolder: place.parentFolder,
    createdTime: createdTime ?? modified,
    modifiedTime: modified,
    source: `${isNative ? 'export' : 'download'}:${id}`,
    ...(isNative
      ? // Google formats have no checksum, but every edit changes this time.
        { revision: `${id} ${modified}` }
      : {
          ...(checksum ? { checksum } : {}),
          ...(entry.size ? { size: Number(entry.size) } : {}),
        }),
    ...(webViewLink ? { webViewLink } : {}),
    ...(webContentLink ? { webContentLink } : {}),
  }
}
