import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '../src/refusal.ts'
import type { Day } from './days.ts'

/** What the sample remembers beside its files: what it made itself, and what a person may have changed. */
export type SampleState = {
  /** Paths under the drive folder that were made once; a deleted one is not made again. */
  made: string[]
  /** SHA-256 of the calendar as it was written; a second one while it is being written anew. */
  calendars: string[]
  /** By quarter, `2026-Q4`: a date that was once announced stays. */
  meetings: Record<string, Day>
}

const stateFile = (dataFolder: string) => join(dataFolder, 'sample.json')
/** On the same disk as the drive folder, and outside of it: a half-written paper is never seen there. */
const draftFolder = (dataFolder: string) => join(dataFolder, '.sample-drafts')

export async function readState(dataFolder: string): Promise<SampleState> {
  const fresh: SampleState = { made: [], calendars: [], meetings: {} }
  const text = await readFile(stateFile(dataFolder), 'utf8').catch(noneIfMissing)
  if (text === undefined) return fresh
  try {
    return { ...fresh, ...(JSON.parse(text) as Partial<SampleState>) }
  } catch {
    // An unreadable note costs nothing but memory: files that exist are left alone all the same.
    return fresh
  }
}

export const writeState = (dataFolder: string, state: SampleState): Promise<void> =>
  writeWhole(dataFolder, stateFile(dataFolder), JSON.stringify(state, null, 2))

/** Writes a file whole or not at all, whenever the writer dies. */
export async function writeWhole(
  dataFolder: string,
  file: string,
  content: string | Uint8Array,
): Promise<void> {
  const draft = join(draftFolder(dataFolder), randomUUID())
  try {
    await mkdir(dirname(draft), { recursive: true })
    await mkdir(dirname(file), { recursive: true })
    await writeFile(draft, content, { flush: true })
    await rename(draft, file)
  } catch (cause) {
    throw refusalOf(cause, dataFolder)
  }
}

/** One sentence for what an operator can mend. */
function refusalOf(cause: unknown, dataFolder: string): unknown {
  const { code = '' } = cause as NodeJS.ErrnoException
  if (['ENOSPC', 'EDQUOT'].includes(code)) {
    return new Refusal('storageFull', `The disk of the data folder ${dataFolder} is full.`, {
      cause,
    })
  }
  if (['EROFS', 'EACCES', 'EPERM'].includes(code)) {
    const sentence = `The data folder ${dataFolder} can’t be written.`
    return new Refusal('unavailable', sentence, { cause })
  }
  return cause
}

export const clearDrafts = (dataFolder: string): Promise<void> =>
  rm(draftFolder(dataFolder), { recursive: true, force: true })

export const hashOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

export function noneIfMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw error
}
