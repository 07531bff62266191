import { deflateSync, inflateSync } from 'node:zlib'

type KnownFolder = { name: string; parent: string }
export type KnownShortcut = {
  name: string
  parent: string
  target: string
  /** The target's state when it was last told, where no change log that is read tells of it. */
  stamp?: string
}

/**
 * What the adapter remembers between two calls: a cursor is this, packed. Drive's change log tells of a moved or
 * trashed folder, but not of what lies below it, so the tree has to be known.
 */
export type DriveState = {
  root: string
  /** The shared drive that holds the root. */
  driveId?: string
  /** Where the change log is to be read on. */
  token: string
  /** Below the root, without it. */
  folders: Map<string, KnownFolder>
  /** The folder of every file that was told and is there. */
  files: Map<string, string>
  shortcuts: Map<string, KnownShortcut>
  /** Folders whose content is still to be listed, in groups for one query each; the first is being listed. */
  queue: string[][]
  /** The first group's page. */
  page?: string
}

/** A query may name so many folders. */
const groupSize = 25

export function enqueue(state: DriveState, folder: string): void {
  const last = state.queue.at(-1)
  if (state.queue.length > 1 && last && last.length < groupSize) last.push(folder)
  else state.queue.push([folder])
}

/** Folder names from the root down, joined by `/`; undefined for a folder that isn't below it. */
export function pathOf(state: DriveState, folder: string): string | undefined {
  const names: string[] = []
  for (let at = folder; at !== state.root;) {
    const known = state.folders.get(at)
    // Two folders can't be within each other, but what is known of them may be of different moments.
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
  /** Of the root, then of each folder. */
  files: string[][],
]

/** Packed small, some 35 bytes a file: it is written anew after every page. */
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

/** Undefined for a cursor of another root, drive or version: everything is then listed anew. */
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
