import { readFile, stat } from 'node:fs/promises'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'

/** Provides an iCalendar file. Throws if it can't be read and no earlier version is known, or `signal` is aborted. */
export type IcsSource = (signal?: AbortSignal) => Promise<IcsVersion>

type IcsVersion = {
  /** Changes with the content. */
  stamp: string
  bytes: () => Promise<Uint8Array>
  /** Since when the file has been unreadable; the bytes are the last valid version. */
  staleSince?: Date
}

const noEvents = Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')

export const maxIcsBytes = 20 * 1024 * 1024

/**
 * Reads a local file. With `mayBeMissing`, the calendar is empty until the file exists. Once the file has been read, it
 * is an error if it is missing.
 */
export function icsFile(file: string, { mayBeMissing = false } = {}): IcsSource {
  let wasRead = false
  return async (signal) => {
    const status = stat(file).catch((error: unknown) => {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (isMissing && mayBeMissing && !wasRead) return undefined
      throw error
    })
    const info = await untilAborted(status, signal)
    if (!info) return { stamp: 'none', bytes: async () => noEvents }
    wasRead = true
    const { mtimeMs, size } = info
    if (size > maxIcsBytes) throw new Error(`${file} exceeds the maximum size of a calendar.`)
    return {
      stamp: `${mtimeMs} ${size}`,
      bytes: async () => completeCalendar(await readFile(file, { signal }), file),
    }
  }
}

/** Throws if the last calendar object of a file has no end: the rest of it may be missing. */
export function completeCalendar(bytes: Uint8Array, name: string): Uint8Array {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/(\r\n|\n|\r)[ \t]/g, '')
    .toUpperCase()
  const lastOf = (bound: string) =>
    [...text.matchAll(new RegExp(`^[^\\w\\r\\n]*${bound}\\s*:\\s*VCALENDAR\\s*$`, 'gm'))].at(-1)
      ?.index
  const [begin, end] = [lastOf('BEGIN'), lastOf('END')]
  if (begin === undefined || end === undefined || end < begin) {
    throw new Error(`${name} is not a complete iCalendar file.`)
  }
  return bytes
}
