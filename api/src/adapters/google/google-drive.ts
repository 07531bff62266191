import type { Drive, DriveChange } from '../../sync/drive.ts'
import { noteChanges, noteFarTargets, noteListed, type Told } from './google-drive-changes.ts'
import { googleDriveCalls, type GoogleDriveOptions, TokenExpired } from './google-drive-calls.ts'
import { type DriveState, packState, unpackState } from './google-drive-state.ts'
import type { GoogleEntry } from './google-drive-file.ts'

type Page = { changes: DriveChange[]; cursor: string; fresh?: true }

/** Targets of shortcuts that are asked for at the same time. */
const atOnce = 8

/**
 * A folder or shared drive of Google's, only read, as the drive: a listing folder by folder once, then the change
 * log. When nothing has changed that is one call.
 */
export function googleDrive(options: GoogleDriveOptions): Drive {
  const calls = googleDriveCalls(options)
  const { root } = options
  return {
    async *changes(cursor) {
      const known = unpackState(cursor, root)
      if (known) {
        try {
          return yield* follow(known)
        } catch (error) {
          if (!(error instanceof TokenExpired)) throw error
        }
      }
      const { driveId } = await calls.root()
      // Before the listing: what changes meanwhile is told by the log afterwards.
      const log = await calls.log(driveId)
      const state: DriveState = {
        root,
        ...log,
        folders: new Map(),
        files: new Map(),
        shortcuts: new Map(),
        queue: [[root]],
      }
      yield { changes: [], cursor: packState(state), fresh: true }
      yield* follow(state)
    },

    async download({ id, source = `download:${id}` }) {
      const [how, from = id] = source.split(':')
      return calls.content(from, how === 'export' ? 'export' : 'download')
    },
  }

  /** From where the state stands to where the log ends. */
  async function* follow(state: DriveState): AsyncGenerator<Page> {
    for (;;) {
      while (state.queue.length > 0) yield pageOf(state, await listNext(state))
      const page = await calls.changes(state.token, state.driveId)
      if (page.told.some(({ id, entry }) => id === root && (!entry || entry.trashed))) {
        await calls.root()
      }
      const told = await noteChanges(
        state,
        page.told.filter(({ id }) => id !== root),
        ask,
      )
      // Access that was taken back looks like a deletion of every file.
      if ([...told.values()].some(({ file }) => !file)) await calls.root()
      const isNew = page.token !== state.token
      state.token = page.token
      if (isNew || told.size > 0) yield pageOf(state, told)
      if (page.isLast && state.queue.length === 0) break
    }
    const told = await noteFarTargets(state, ask)
    if (told.size > 0) yield pageOf(state, told)
  }

  async function listNext(state: DriveState): Promise<Told> {
    const [group = []] = state.queue
    const page = await calls.list(group, state.driveId, state.page)
    const told = await noteListed(state, page?.entries ?? [], ask)
    const isEmpty = !page?.entries.length && state.page === undefined
    const next = page?.next
    if (next === undefined) {
      delete state.page
      state.queue.shift()
      // Drive refuses the whole group for one folder that is gone, and at times finds nothing in many folders
      // where it finds something in each of them.
      if (isEmpty && group.length > 1) state.queue.unshift(...group.map((id) => [id]))
      if (!page && group[0] === root) await calls.root()
    } else state.page = next
    return told
  }

  async function ask(targets: string[]): Promise<Map<string, GoogleEntry | undefined>> {
    const found = new Map<string, GoogleEntry | undefined>()
    const left = [...targets]
    const askOn = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop())
        found.set(id, await calls.file(id))
    }
    await Promise.all(Array.from({ length: atOnce }, askOn))
    return found
  }
}

function pageOf(state: DriveState, told: Told): Page {
  return { changes: [...told.values()], cursor: packState(state) }
}
