import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../src/refusal.ts'
import type { DocumentStore } from '../src/platform/store/document-store.ts'
import { draftFolder, noneIfMissing, readState, stateFile, writeState } from './sample-state.ts'

/** Collection of what was seeded; `mark` says that the whole store is the sample's. */
const notes = 'sample'
const mark = 'mark'

/** How long after the list of admins an earlier version's first start may have seeded its notes; in ms. */
const firstStart = 3_600_000

/** Files in a portal's data folder that may belong to somebody else. */
const kept = ['blobs', 'drive', 'calendar.ics']

/**
 * Marks a data folder and its store as the sample's. Refuses if they contain other data, because the sample would mix
 * its papers, people and accounts with it. A folder that `start` made before there were marks is recognized.
 */
export async function claimForSample(store: DocumentStore, dataFolder: string): Promise<void> {
  if (!(await isOfSample(store, dataFolder))) throw refusal(dataFolder)
  const state = await readState(dataFolder)
  // Before the first file, so that an interrupted start is recognized.
  if (!state.isSample) await writeState(dataFolder, { ...state, isSample: true })
  if (await store.get(notes, mark)) return
  await store.create(notes, mark, {})
}

/** Refuses a folder without a database whose files aren't the sample's. Call it before anything is created there. */
export async function refuseOtherFiles(dataFolder: string): Promise<void> {
  const { isSample, made } = await readState(dataFolder)
  // A killed first start leaves drafts.
  if (isSample || made.length > 0 || (await exists(draftFolder(dataFolder)))) return
  // Its database shows whose files they are.
  if (await exists(join(dataFolder, 'portal.sqlite'))) return
  const filled = await Promise.all(kept.map((name) => hasContent(join(dataFolder, name))))
  if (filled.some(Boolean)) throw refusal(dataFolder)
}

/** Whether a store is empty or the sample's. */
async function isOfSample(store: DocumentStore, dataFolder: string): Promise<boolean> {
  const seeded = (await store.list(notes)).documents
  if (seeded.some(({ id }) => id === mark)) return true
  const admins = await store.get('admin', 'designatedAdmins')
  if (!admins) {
    const { documents } = await store.list('documents', { limit: 1 })
    return documents.length === 0
  }
  const createdAt = Date.parse(String(admins['createdAt']))
  if (seeded.length > 0) {
    const first = Math.min(...seeded.map(({ updatedAt }) => Date.parse(updatedAt)))
    return first <= createdAt + firstStart
  }
  // A first start that was killed before it seeded anything: files are created before the database.
  const file = await stat(stateFile(dataFolder)).catch(noneIfMissing)
  return file !== undefined && file.mtimeMs <= createdAt
}

function refusal(dataFolder: string): Refusal {
  return new Refusal(
    'conflict',
    `The data folder ${dataFolder}, or the database that it is used with, has data that isn’t the sample’s. The sample foundation would add its papers, people and accounts to it, so nothing was started. To run the portal on this data, set SAMPLE=0; to see the sample, set DATA_FOLDER to an empty folder.`,
  )
}

/** Whether there is a file at this path, or in the folder there. */
async function hasContent(path: string): Promise<boolean> {
  const stats = await stat(path).catch(noneIfMissing)
  if (!stats?.isDirectory()) return stats !== undefined
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.some((entry) => entry.isFile())
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(noneIfMissing)) !== undefined
}
