import { createHash } from 'node:crypto'
import { chanceOf } from '../../../../sample/figures/chance.ts'

export const googleTypes = {
  folder: 'application/vnd.google-apps.folder',
  shortcut: 'application/vnd.google-apps.shortcut',
  document: 'application/vnd.google-apps.document',
  form: 'application/vnd.google-apps.form',
}

/** A file or folder as Drive stores it. */
export type DriveEntry = {
  id: string
  name: string
  mimeType: string
  /** Absent for the root of a drive. */
  parent?: string
  /** Absent in My Drive. */
  driveId?: string
  trashed: boolean
  createdTime: string
  modifiedTime: string
  /** The content as downloaded, or as exported to PDF. */
  bytes?: Buffer
  targetId?: string
  /** The owner has disabled downloads. */
  locked?: boolean
}

export type DriveTree = ReturnType<typeof driveTree>

/** Files and folders in My Drive and in shared drives, with their change log. */
export function driveTree() {
  const entries = new Map<string, DriveEntry>()
  /** Ids in the order of their changes; a page token is a position in it. */
  const log: string[] = []
  /** Shared drives that have the portal's account as a member. */
  const memberOf = new Set<string>()
  const chance = chanceOf('drive ids')
  // Changes are a second apart, because API times have a resolution of one second.
  let clock = Date.parse('2026-01-05T09:00:00Z')
  const tick = () => new Date((clock += 1000)).toISOString()

  const add = (given: Pick<DriveEntry, 'name' | 'mimeType'> & Partial<DriveEntry>) => {
    const time = tick()
    const id = given.id ?? newId(chance)
    const driveId = given.driveId ?? entries.get(given.parent ?? '')?.driveId
    const entry = { id, trashed: false, createdTime: time, modifiedTime: time, ...given }
    entries.set(id, driveId === undefined ? entry : { ...entry, driveId })
    log.push(id)
    return id
  }
  const change = (id: string, changed: Partial<DriveEntry>) => {
    entries.set(id, { ...entries.get(id)!, ...changed })
    log.push(id)
  }
  const below = (id: string): string[] =>
    [...entries.values()]
      .filter(({ parent }) => parent === id)
      .flatMap((child) => [child.id, ...below(child.id)])

  return {
    entries,
    log,
    memberOf,
    /** The root of My Drive. */
    root: add({ name: 'My Drive', mimeType: googleTypes.folder }),
    sharedDrive(name: string, { isMember = true } = {}) {
      const id = newId(chance)
      if (isMember) memberOf.add(id)
      return add({ id, name, mimeType: googleTypes.folder, driveId: id })
    },
    folder: (name: string, parent: string) => add({ name, parent, mimeType: googleTypes.folder }),
    put: (name: string, parent: string, bytes: string | Buffer, mimeType = 'text/plain') =>
      add({ name, parent, mimeType, bytes: Buffer.from(bytes) }),
    /** A Google document; `pdf` is the result of its export. */
    document: (name: string, parent: string, pdf: string | Buffer) =>
      add({ name, parent, mimeType: googleTypes.document, bytes: Buffer.from(pdf) }),
    form: (name: string, parent: string) => add({ name, parent, mimeType: googleTypes.form }),
    shortcut: (name: string, parent: string, targetId: string) =>
      add({ name, parent, mimeType: googleTypes.shortcut, targetId }),
    edit: (id: string, bytes: string | Buffer) =>
      change(id, { bytes: Buffer.from(bytes), modifiedTime: tick() }),
    // Renaming and moving don't change the modification time.
    rename: (id: string, name: string) => change(id, { name }),
    move(id: string, parent: string) {
      const { driveId: _, ...rest } = entries.get(id)!
      const driveId = entries.get(parent)?.driveId
      entries.set(id, { ...rest, parent, ...(driveId === undefined ? {} : { driveId }) })
      log.push(id)
    },
    /** Trashes a folder with its content; the log only reports the folder. */
    trash(id: string) {
      for (const each of below(id)) entries.set(each, { ...entries.get(each)!, trashed: true })
      change(id, { trashed: true })
    },
    restore(id: string) {
      for (const each of below(id)) entries.set(each, { ...entries.get(each)!, trashed: false })
      change(id, { trashed: false })
    },
    lock: (id: string) => change(id, { locked: true }),
    /** Deletes a folder permanently; the log only reports the folder. */
    remove(id: string) {
      for (const each of [id, ...below(id)]) entries.delete(each)
      log.push(id)
    },
    /** Revokes the portal's access; the log reports every file. */
    unshare(id: string) {
      for (const each of [...below(id), id]) {
        entries.delete(each)
        log.push(each)
      }
    },
  }
}

/** An id with the length and alphabet of Drive's. */
function newId(chance: () => number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const letter = () => letters[Math.floor(chance() * letters.length)]
  return `1${Array.from({ length: 32 }, letter).join('')}`
}

/** A file in the API's format, with all supported fields. */
export function apiFileOf(
  entry: DriveEntry,
  targetType: string | undefined,
): Record<string, unknown> {
  const { id, name, mimeType, parent, driveId, trashed, createdTime, modifiedTime, bytes } = entry
  const isNative = mimeType.startsWith('application/vnd.google-apps.')
  const link = isNative ? 'https://docs.google.com/document' : 'https://drive.google.com/file'
  return {
    kind: 'drive#file',
    id,
    name,
    mimeType,
    trashed,
    createdTime,
    modifiedTime,
    webViewLink: `${link}/d/${id}/view?usp=drivesdk`,
    capabilities: { canDownload: entry.locked !== true },
    ...(parent === undefined ? {} : { parents: [parent] }),
    ...(driveId === undefined ? {} : { driveId }),
    ...(entry.targetId === undefined
      ? {}
      : { shortcutDetails: { targetId: entry.targetId, targetMimeType: targetType } }),
    ...(bytes === undefined ? {} : { size: String(bytes.length) }),
    ...(bytes === undefined || isNative
      ? {}
      : {
          md5Checksum: createHash('md5').update(bytes).digest('hex'),
          sha256Checksum: createHash('sha256').update(bytes).digest('hex'),
          webContentLink: `https://drive.google.com/uc?id=${id}&export=download`,
        }),
  }
}
