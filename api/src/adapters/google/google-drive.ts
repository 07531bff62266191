import type { Drive, DriveChange } from '../../features/sync/drive.ts'
import {
  applyLog,
  type Ask,
  pollFarTargets,
  applyListing,
  type ChangesById,
} from './google-drive-changes.ts'
import { googleDriveCalls, type GoogleDriveOptions, TokenExpired } from './google-drive-calls.ts'
import { type DriveState, packState, unpackState } from './google-drive-state.ts'
import type { GoogleEntry } from './google-drive-file.ts'

type Page = { changes: DriveChange[]; cursor: string; fresh?: true }

/** How many shortcut targets are requested concurrently. */
const concurrency = 8

/**
 * A Google Drive folder or shared drive as a read-only drive: first a full listing, folder by folder, then the change
 * log. Checking an unchanged drive takes one call.
 */
export function googleDrive(options: GoogleDriveOptions): Drive {
  const calls = googleDriveCalls(options)
  const { root } = options
  return {
    async *changes(cursor, signal) {
      signal?.throwIfAborted()
      const known = unpackState(cursor, root)
      if (known) {
        try {
          return yield* follow(known, signal)
        } catch (error) {
          if (!(error instanceof TokenExpired)) throw error
        }
      }
      const { driveId } = await calls.root(signal)
      // Read before the listing, so that later changes are in the log.
      const log = await calls.log(driveId, signal)
      const state: DriveState = {
        root,
        ...log,
        folders: new Map(),
        files: new Map(),
        shortcuts: new Map(),
        queue: [[root]],
      }
      yield { changes: [], cursor: packState(state), fresh: true }
      yield* follow(state, signal)
    },

    async download({ id, source = `download:${id}` }, signal) {
      const [how, from = id] = source.split(':')
      return calls.content(from, how === 'export' ? 'export' : 'download', signal)
    },
  }

  /** Reads from the state's position to the end of the log. */
  async function* follow(state: DriveState, signal: AbortSignal | undefined): AsyncGenerator<Page> {
    const ask: Ask = (targets) => fetchAll(targets, signal)
    for (;;) {
      while (state.queue.length > 0) yield pageOf(state, await listNext(state, ask, signal))
      const page = await calls.changes(state.token, state.driveId, signal)
      if (page.changed.some(({ id, entry }) => id === root && (!entry || entry.trashed))) {
        await calls.root(signal)
      }
      const changed = await applyLog(
        state,
        page.changed.filter(({ id }) => id !== root),
        ask,
      )
      // Revoked access looks like a deletion of every file.
      if ([...changed.values()].some(({ file }) => !file)) await calls.root(signal)
      const isNew = page.token !== state.token
      state.token = page.token
      if (isNew || changed.size > 0) yield pageOf(state, changed)
      if (page.isLast && state.queue.length === 0) break
    }
    const changed = await pollFarTargets(state, ask)
    if (changed.size > 0) yield pageOf(state, changed)
  }

  async function listNext(
    state: DriveState,
    ask: Ask,
    signal: AbortSignal | undefined,
  ): Promise<ChangesById> {
    const [group = []] = state.queue
    const page = await calls.list(group, state.driveId, state.page, signal)
    const changed = await applyListing(state, page?.entries ?? [], ask)
    const isEmpty = !page?.entries.length && state.page === undefined
    const next = page?.next
    if (next === undefined) {
      delete state.page
      state.queue.shift()
      // Drive rejects the whole group if one folder is gone, and sometimes returns nothing for a group although its
      // folders aren't empty. Query each folder separately then.
      if (isEmpty && group.length > 1) state.queue.unshift(...group.map((id) => [id]))
      if (!page && group[0] === root) await calls.root(signal)
    } else state.page = next
    return changed
  }

  async function fetchAll(
    targets: string[],
    signal: AbortSignal | undefined,
  ): Promise<Map<string, GoogleEntry | undefined>> {
    const entries = new Map<string, GoogleEntry | undefined>()
    const left = [...targets]
    const fetchNext = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop())
        entries.set(id, await calls.file(id, signal))
    }
    await Promise.all(Array.from({ length: concurrency }, fetchNext))
    return entries
  }
}

function pageOf(state: DriveState, changed: ChangesById): Page {
  return { changes: [...changed.values()], cursor: packState(state) }
}
