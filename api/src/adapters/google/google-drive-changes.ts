import type { DriveChange } from '../../features/sync/drive.ts'
import { driveFile, type GoogleEntry, isFolder, targetOf } from './google-drive-file.ts'
import { type DriveState, enqueue, type KnownShortcut, folderPathOf } from './google-drive-state.ts'

/** The changes to the board's files on one page, by id; each file occurs once. */
export type ChangesById = Map<string, DriveChange>

/** Fetches the targets of shortcuts. */
export type Ask = (targets: string[]) => Promise<Map<string, GoogleEntry | undefined>>

/** Records files listed in known folders, and queues the folders among them. */
export async function applyListing(
  state: DriveState,
  entries: GoogleEntry[],
  ask: Ask,
): Promise<ChangesById> {
  const changesById: ChangesById = new Map()
  for (const entry of entries) {
    const parent = entry.parents?.[0]
    if (parent === undefined || folderPathOf(state, parent) === undefined) continue
    if (isFolder(entry)) {
      state.folders.set(entry.id, { name: entry.name, parent })
      enqueue(state, entry.id)
    } else reportFile(state, entry, parent, changesById)
  }
  await reportShortcuts(
    state,
    entries.map(({ id }) => id),
    changesById,
    ask,
  )
  return changesById
}

/** Records a page of the change log. Folders that are new, moved or renamed are queued for listing. */
export async function applyLog(
  state: DriveState,
  page: { id: string; entry: GoogleEntry | undefined }[],
  ask: Ask,
): Promise<ChangesById> {
  const changesById: ChangesById = new Map()
  const present = page.filter(({ entry }) => entry && !entry.trashed)
  updateFolders(state, page)

  const named = new Set(page.map(({ id }) => id))
  for (const { id, entry } of page) {
    const parent = entry && !entry.trashed ? entry.parents?.[0] : undefined
    const isBelow = parent !== undefined && folderPathOf(state, parent) !== undefined
    if (entry && isBelow && !isFolder(entry)) reportFile(state, entry, parent, changesById)
    else reportGone(state, id, changesById)
  }
  // The log doesn't mention the files of a folder that was moved away.
  for (const [id, parent] of state.files) {
    if (!named.has(id) && !isKnown(state, parent)) reportGone(state, id, changesById)
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
      .filter(([, known]) => mayBeUnreported(state, known))
      .map(([id]) => [id, state.files.has(id)]),
  )
  const askOthers: Ask = async (targets) => {
    const others = await ask(targets.filter((target) => !named.has(target)))
    return new Map(targets.map((target) => [target, fresh.get(target) ?? others.get(target)]))
  }
  await reportShortcuts(
    state,
    [...touched.map(([id]) => id), ...wasThere.keys()],
    changesById,
    askOthers,
  )
  for (const [id, was] of wasThere) if (was === state.files.has(id)) changesById.delete(id)
  return changesById
}

/** Whether the target's changes may go unreported, because only its folder is logged. Targets elsewhere are polled. */
function mayBeUnreported(state: DriveState, { target, stamp }: KnownShortcut): boolean {
  return stamp === undefined && !state.files.has(target)
}

/** Polls the targets that no change log covers, and reports those that have changed. */
export async function pollFarTargets(state: DriveState, ask: Ask): Promise<ChangesById> {
  const changesById: ChangesById = new Map()
  const far = [...state.shortcuts].filter(([, { stamp }]) => stamp !== undefined)
  const before = new Map(far.map(([id, { stamp }]) => [id, stamp]))
  await reportShortcuts(
    state,
    far.map(([id]) => id),
    changesById,
    ask,
  )
  for (const [id, stamp] of before) {
    if (state.shortcuts.get(id)?.stamp === stamp) changesById.delete(id)
  }
  return changesById
}

function updateFolders(
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
  const paths = new Map([...state.folders.keys()].map((id) => [id, folderPathOf(state, id)]))
  for (const [id, path] of paths) if (path === undefined) state.folders.delete(id)
  // Listing a folder also lists the folders below it.
  const isWithinMoved = (id: string): boolean => {
    const parent = state.folders.get(id)?.parent
    return parent !== undefined && (moved.has(parent) || isWithinMoved(parent))
  }
  for (const id of moved) {
    if (state.folders.has(id) && !isWithinMoved(id)) enqueue(state, id)
  }
}

function reportFile(
  state: DriveState,
  entry: GoogleEntry,
  parent: string,
  changesById: ChangesById,
): void {
  const { id, name } = entry
  const target = targetOf(entry)
  if (target !== undefined) {
    const { stamp } = state.shortcuts.get(id) ?? {}
    const known = { name, parent, target, ...(stamp === undefined ? {} : { stamp }) }
    state.shortcuts.set(id, known)
    return
  }
  const file = driveFile(entry, placeOf(state, id, name, parent))
  if (!file) return reportGone(state, id, changesById)
  state.files.set(id, parent)
  changesById.set(id, { id, file })
}

/** Reports a file as gone only if it was reported before: the log covers the whole drive. */
function reportGone(state: DriveState, id: string, changesById: ChangesById): void {
  state.shortcuts.delete(id)
  if (state.files.delete(id)) changesById.set(id, { id })
}

async function reportShortcuts(
  state: DriveState,
  ids: string[],
  changesById: ChangesById,
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
      changesById.set(id, { id, file })
    } else if (state.files.delete(id)) changesById.set(id, { id })
  }
}

function placeOf(state: DriveState, id: string, name: string, parent: string) {
  const parentFolder = state.folders.get(parent)?.name ?? ''
  return { id, name, path: folderPathOf(state, parent) ?? '', parentFolder }
}

const isKnown = (state: DriveState, folder: string) =>
  folder === state.root || state.folders.has(folder)
