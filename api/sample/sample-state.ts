import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDiskFull, Refusal } from '../src/refusal.ts'
import type { Day } from '@portal/domain/days'

/** Which files the sample created, and in which state, so that later changes by people are recognized. */
export type SampleState = {
  /** Whether the folder was empty or recognized when the sample began to use it; see `claim-for-sample.ts`. */
  isSample?: boolean
  /** Paths under the drive folder that were created once. Deleted files are not created again. */
  made: string[]
  /** SHA-256 of the calendar file, and of its next version while that is being written. */
  calendars: string[]
  /** Meeting dates by quarter (`2026-Q4`). An announced date doesn't change. */
  meetings: Record<string, Day>
  /** The days of the committees' meetings, which don't change either. */
  committees?: Record<'finance' | 'grants', Day>
}

export const stateFile = (dataFolder: string) => join(dataFolder, 'sample.json')
/** On the same disk as the drive folder but outside it, so that the drive never shows a half-written paper. */
export const draftFolder = (dataFolder: string) => join(dataFolder, '.sample-drafts')

export async function readState(dataFolder: string): Promise<SampleState> {
  const fresh: SampleState = { made: [], calendars: [], meetings: {} }
  const text = await readFile(stateFile(dataFolder), 'utf8').catch(noneIfMissing)
  if (text === undefined) return fresh
  try {
    return { ...fresh, ...(JSON.parse(text) as Partial<SampleState>) }
  } catch {
    // Without the state, existing files are still left unchanged.
    return fresh
  }
}

export const writeState = (dataFolder: string, state: SampleState): Promise<void> =>
  writeWhole(dataFolder, stateFile(dataFolder), JSON.stringify(state, null, 2))

/** Writes a file atomically, even if the process is killed. */
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

/** Explains errors that an operator can fix. */
function refusalOf(cause: unknown, dataFolder: string): unknown {
  if (isDiskFull(cause)) {
    return new Refusal('storageFull', `The disk of the data folder ${dataFolder} is full.`, {
      cause,
    })
  }
  const { code = '' } = cause as NodeJS.ErrnoException
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
