import { readFile, stat } from 'node:fs/promises'

/** Provides an iCalendar file. Throws if it can't be read and no earlier version is known. */
export type IcsSource = () => Promise<IcsVersion>

type IcsVersion = {
  /** Changes with the text. */
  stamp: string
  text: () => Promise<string>
  /** Since when the file has been unreadable; the text is the last valid version. */
  staleSince?: Date
}

export const maxIcsBytes = 20 * 1024 * 1024

/** Reads a local file. */
export function icsFile(file: string): IcsSource {
  return async () => {
    const { mtimeMs, size } = await stat(file)
    if (size > maxIcsBytes) throw new Error(`${file} exceeds the maximum size of a calendar.`)
    return {
      stamp: `${mtimeMs} ${size}`,
      text: async () => completeCalendar(await readFile(file, 'utf8'), file),
    }
  }
}

/** Throws if the text isn't a complete iCalendar file. */
export function completeCalendar(text: string, name: string): string {
  if (!/^\s*BEGIN:VCALENDAR/.test(text) || !/END:VCALENDAR\s*$/.test(text)) {
    throw new Error(`${name} is not a complete iCalendar file.`)
  }
  return text
}
