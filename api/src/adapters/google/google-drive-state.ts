import { deflateSync, inflateSync } from 'node:zlib'

type KnownFolder = { name: string; parent: string }
export type KnownShortcut = {
  name: string
  parent: string
  target: string
  /** The target's state when last reported, if no change log covers the target. */
  stamp?: string
}

/**
 * The adapter's state between two calls; a cursor is its packed form. Drive's change log reports a moved or trashed
 * folder, but not the files below it, so the folder tree must be known.
 */
export type DriveState = {
  root: string
  /** The shared drive that contains the root. */
  driveId?: string
  /** The position in the change log. */
  token: string
  /** Folders below the root, excluding the root itself. */
  folders: Map<string, KnownFolder>
  /** The folder of every existing file that was reported. */
  files: Map<string, string>
  shortcuts: Map<string, KnownShortcut>
  /** Folders still to be listed, grouped by query; the first group is in progress. */
  queue: string[][]
  /** The page token within the first group. */
  page?: string
}

/** Maximum number of folders per query. */
const groupSize = 25

export function enqueue(state: DriveState, folder: string): void {
  const last = state.queue.at(-1)
  if (state.queue.length > 1 && last && last.length < groupSize) last.push(folder)
  else state.queue.push([folder])
}

/** Folder names from the root, joined by `/`; undefined if the folder isn't below the root. */
export function folderPathOf(state: DriveState, folder: string): string | undefined {
  const names: string[] = []
  for (let at = folder; at !== state.root;) {
    const known = state.folders.get(at)
    // Folders can't contain each other, but their known parents may date from different moments.
    if (!known || names.length > 1000) return undefined
    names.unshift(known.name)
    at = known.parent
  }
  return names.join('/')
}

const version = 1
type Packed = [
  version: number,
  root: string,
  driveId: string,
  token: string,
  queue: string[][],
  page: string,
  folders: [id: string, name: string, parent: number][],
  shortcuts: [id: string, name: string, parent: number, target: string, stamp: string][],
  /** Files of the root, then of each folder. */
  files: string[][],
]

/** Compact (about 35 bytes a file), since it is written after every page. */
export function packState(state: DriveState): string {
  const { root, driveId = '', token, queue, page = '' } = state
  const places = new Map([root, ...state.folders.keys()].map((id, place) => [id, place]))
  const placeOf = (id: string) => places.get(id) ?? -1
  const files: string[][] = Array.from(places, () => [])
  for (const [id, parent] of state.files) files[placeOf(parent)]?.push(id)
  const packed: Packed = [
    version,
    root,
    driveId,
    token,
    queue,
    page,
    Array.from(state.folders, ([id, { name, parent }]) => [id, name, placeOf(parent)]),
    Array.from(state.shortcuts, ([id, { name, parent, target, stamp = '' }]) => [
      id,
      name,
      placeOf(parent),
      target,
      stamp,
    ]),
    files,
  ]
  return deflateSync(JSON.stringify(packed)).toString('base64')
}

/** Undefined for a cursor of another root, drive or version, which triggers a full listing. */
export function unpackState(cursor: string | undefined, wanted: string): DriveState | undefined {
  if (cursor === undefined) return undefined
  const packed = parsed(cursor)
  if (packed?.[0] !== version || packed[1] !== wanted) return undefined
  const [, root, driveId, token, queue, page, folders, shortcuts, files] = packed
  const ids = [root, ...folders.map(([id]) => id)]
  const idAt = (place: number) => ids[place] ?? ''
  return {
    root,
    token,
    queue,
    ...(driveId === '' ? {} : { driveId }),
    ...(page === '' ? {} : { page }),
    folders: new Map(folders.map(([id, name, parent]) => [id, { name, parent: idAt(parent) }])),
    files: new Map(files.flatMap((of, place) => of.map((id) => [id, idAt(place)]))),
    shortcuts: new Map(
      shortcuts.map(([id, name, parent, target, stamp]) => [
        id,
        { name, parent: idAt(parent), target, ...(stamp === '' ? {} : { stamp }) },
      ]),
    ),
  }
}

function parsed(cursor: string): Packed | undefined {
  try {
    const read: unknown = JSON.parse(inflateSync(Buffer.from(cursor, 'base64')).toString())
    return Array.isArray(read) ? (read as Packed) : undefined
  } catch {
    return undefined
  }
}
