import { readFile, stat } from 'node:fs/promises'

/** Where an iCalendar file comes from. Throws while it can't be read and nothing is known of it. */
export type IcsSource = () => Promise<IcsVersion>

type IcsVersion = {
  /** Another one for another text. */
  stamp: string
  text: () => Promise<string>
  /** Since when it can't be read any more: the text is the last good one. */
  staleSince?: Date
}

export const mostIcsBytes = 20 * 1024 * 1024

/** A file on this machine. */
export function icsFile(file: string): IcsSource {
  return async () => {
    const { mtimeMs, size } = await stat(file)
    if (size > mostIcsBytes) throw new Error(`${file} is larger than a calendar may be.`)
    return {
      stamp: `${mtimeMs} ${size}`,
      text: async () => wholeCalendar(await readFile(file, 'utf8'), file),
    }
  }
}

/** Throws for what isn't an iCalendar file from its beginning to its end. */
export function wholeCalendar(text: string, name: string): string {
  if (!/^\s*BEGIN:VCALENDAR/.test(text) || !/END:VCALENDAR\s*$/.test(text)) {
    throw new Error(`${name} is not a whole iCalendar file.`)
  }
  return text
}
