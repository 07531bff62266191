import type { DriveChange } from '../../sync/drive.ts'
import { driveFile, type GoogleEntry, isFolder, targetOf } from './google-drive-file.ts'
import { type DriveState, enqueue, type KnownShortcut, pathOf } from './google-drive-state.ts'

/** What a page of Drive's means for the board's files, by id: a file is told of once. */
export type Told = Map<string, DriveChange>

/** Shortcuts are told of by their targets, which have to be asked for. */
type Ask = (targets: string[]) => Promise<Map<string, GoogleEntry | undefined>>

/** Notes what a listing has found in folders that are known, and queues the folders among it. */
export async function noteListed(
  state: DriveState,
  entries: GoogleEntry[],
  ask: Ask,
): Promise<Told> {
  const told: Told = new Map()
  for (const entry of entries) {
    const parent = entry.parents?.[0]
    if (parent === undefined || pathOf(state, parent) === undefined) continue
    if (isFolder(entry)) {
      state.folders.set(entry.id, { name: entry.name, parent })
      enqueue(state, entry.id)
    } else noteFile(state, entry, parent, told)
  }
  await tellShortcuts(
    state,
    entries.map(({ id }) => id),
    told,
    ask,
  )
  return told
}

/** Notes a page of the change log. Folders that came, moved or changed their name are queued to be listed. */
export async function noteChanges(
  state: DriveState,
  page: { id: string; entry: GoogleEntry | undefined }[],
  ask: Ask,
): Promise<Told> {
  const told: Told = new Map()
  const present = page.filter(({ entry }) => entry && !entry.trashed)
  noteFolders(state, page)

  const named = new Set(page.map(({ id }) => id))
  for (const { id, entry } of page) {
    const parent = entry && !entry.trashed ? entry.parents?.[0] : undefined
    const isBelow = parent !== undefined && pathOf(state, parent) !== undefined
    if (entry && isBelow && !isFolder(entry)) noteFile(state, entry, parent, told)
    else noteGone(state, id, told)
  }
  // What lay in a folder that has left is not told of by the log.
  for (const [id, parent] of state.files) {
    if (!named.has(id) && !isKnown(state, parent)) noteGone(state, id, told)
  }
  for (const [id, { parent }] of state.shortcuts) {
    if (!isKnown(state, parent)) state.shortcuts.delete(id)
  }

  const fresh = new Map(present.flatMap(({ id, entry }) => (entry ? [[id, entry]] : [])))
  const hasChanged = ({ target }: KnownShortcut) => named.has(target)
  const touched = [...state.shortcuts].filter(([id, known]) => named.has(id) || hasChanged(known))
  const areFoldersNamed = page.some(({ entry }) => !entry || isFolder(entry))
  const wasThere = new Map(
    [...state.shortcuts]
      .filter(([id, known]) => areFoldersNamed && !named.has(id) && !hasChanged(known))
      .filter(([, known]) => mayBeUnheard(state, known))
      .map(([id]) => [id, state.files.has(id)]),
  )
  const askOthers: Ask = async (targets) => {
    const others = await ask(targets.filter((target) => !named.has(target)))
    return new Map(targets.map((target) => [target, fresh.get(target) ?? others.get(target)]))
  }
  await tellShortcuts(state, [...touched.map(([id]) => id), ...wasThere.keys()], told, askOthers)
  for (const [id, was] of wasThere) if (was === state.files.has(id)) told.delete(id)
  return told
}

/** Whether the target may go or come back with a folder, of which alone the log tells; far ones are looked at apart. */
function mayBeUnheard(state: DriveState, { target, stamp }: KnownShortcut): boolean {
  return stamp === undefined && !state.files.has(target)
}

/** Looks at the targets that no log tells of, and tells of those that have changed. */
export async function noteFarTargets(state: DriveState, ask: Ask): Promise<Told> {
  const told: Told = new Map()
  const far = [...state.shortcuts].filter(([, { stamp }]) => stamp !== undefined)
  const before = new Map(far.map(([id, { stamp }]) => [id, stamp]))
  await tellShortcuts(
    state,
    far.map(([id]) => id),
    told,
    ask,
  )
  for (const [id, stamp] of before) {
    if (state.shortcuts.get(id)?.stamp === stamp) told.delete(id)
  }
  return told
}

function noteFolders(
  state: DriveState,
  page: { id: string; entry: GoogleEntry | undefined }[],
): void {
  const moved = new Set<string>()
  for (const { id, entry } of page) {
    const parent = entry?.parents?.[0]
    if (!entry || entry.trashed || !isFolder(entry) || parent === undefined) {
      state.folders.delete(id)
      continue
    }
    const before = state.folders.get(id)
    if (before?.name !== entry.name || before.parent !== parent) moved.add(id)
    state.folders.set(id, { name: entry.name, parent })
  }
  const paths = new Map([...state.folders.keys()].map((id) => [id, pathOf(state, id)]))
  for (const [id, path] of paths) if (path === undefined) state.folders.delete(id)
  // Below a folder that is listed, every folder is.
  const isWithinMoved = (id: string): boolean => {
    const parent = state.folders.get(id)?.parent
    return parent !== undefined && (moved.has(parent) || isWithinMoved(parent))
  }
  for (const id of moved) {
    if (state.folders.has(id) && !isWithinMoved(id)) enqueue(state, id)
  }
}

function noteFile(state: DriveState, entry: GoogleEntry, parent: string, told: Told): void {
  const { id, name } = entry
  const target = targetOf(entry)
  if (target !== undefined) {
    const { stamp } = state.shortcuts.get(id) ?? {}
    const known = { name, parent, target, ...(stamp === undefined ? {} : { stamp }) }
    state.shortcuts.set(id, known)
    return
  }
  const file = driveFile(entry, placeOf(state, id, name, parent))
  if (!file) return noteGone(state, id, told)
  state.files.set(id, parent)
  told.set(id, { id, file })
}

/** Only of files that were told is it told that they are gone: the log is of the whole drive. */
function noteGone(state: DriveState, id: string, told: Told): void {
  state.shortcuts.delete(id)
  if (state.files.delete(id)) told.set(id, { id })
}

async function tellShortcuts(
  state: DriveState,
  ids: string[],
  told: Told,
  ask: Ask,
): Promise<void> {
  const wanted = ids.flatMap((id) => {
    const known = state.shortcuts.get(id)
    return known ? [{ id, known }] : []
  })
  if (wanted.length === 0) return
  const targets = await ask([...new Set(wanted.map(({ known }) => known.target))])
  for (const { id, known } of wanted) {
    const { name, parent, stamp: _, ...rest } = known
    const target = targets.get(known.target)
    const isThere = target !== undefined && !target.trashed
    const file = isThere && driveFile(target, placeOf(state, id, name, parent))
    const isFar = target ? target.driveId !== state.driveId : known.stamp !== undefined
    const stamp = isFar && { stamp: isThere ? `${target.modifiedTime}` : 'gone' }
    state.shortcuts.set(id, { ...rest, name, parent, ...stamp })
    if (file) {
      state.files.set(id, parent)
      told.set(id, { id, file })
    } else if (state.files.delete(id)) told.set(id, { id })
  }
}

function placeOf(state: DriveState, id: string, name: string, parent: string) {
  const parentFolder = state.folders.get(parent)?.name ?? ''
  return { id, name, path: pathOf(state, parent) ?? '', parentFolder }
}

const isKnown = (state: DriveState, folder: string) =>
  folder === state.root || state.folders.has(folder)
