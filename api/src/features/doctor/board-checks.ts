import { existsSync } from 'node:fs'
import type { Calendar } from '../calendar/calendar-feature.ts'
import type { Settings } from '../../platform/env/env.ts'
import type { Drive } from '../sync/sync-feature.ts'
import type { Check } from './finding.ts'

type Shared = {
  /** The e-mail address of the portal's Google account, if known. */
  account: () => Promise<string | undefined>
}

type DriveOptions = Shared & { drive: Settings['drive']; open: () => Promise<Drive> }

/** Lists the first files of the papers' folder. */
export function driveCheck({ drive: settings, open, account }: DriveOptions): Check {
  const place = settings.kind === 'google' ? `Google Drive, ${settings.root}` : settings.folder
  return {
    part: 'drive',
    remedy:
      settings.kind === 'google'
        ? 'Enable the Drive API in the project, and share the folder with the portal’s account as a viewer.'
        : 'DRIVE_FOLDER must be a folder that this process may read.',
    async run() {
      const seen = await asAccount(account, async () => filesAtStart(await open()))
      if (seen > 0) return `${place}: readable, ${seen} files on its first pages`
      return { caution: `${place}: readable, but there is no file on its first pages` }
    },
  }
}

/** Number of pages read: Google's first page shows that the folder exists, the next one lists it. */
const pages = 2

async function filesAtStart(drive: Drive): Promise<number> {
  let seen = 0
  let page = 0
  for await (const { changes } of drive.changes()) {
    seen += changes.filter(({ file }) => file).length
    page += 1
    if (page === pages) break
  }
  return seen
}

type CalendarOptions = Shared & {
  calendar: Settings['calendar']
  open: () => Promise<Calendar>
  now: () => Date
}

const quarter = 92 * 24 * 60 * 60 * 1000

/** Reads the next three months. */
export function calendarCheck({ calendar, open, account, now }: CalendarOptions): Check {
  return {
    part: 'calendar',
    remedy:
      calendar.kind === 'google'
        ? 'Enable the Calendar API in the project, and share the calendar with the portal’s account: “See all event details”.'
        : 'ICS_URL or ICS_FILE must point to the published calendar.',
    async run() {
      const from = now()
      const to = new Date(from.getTime() + quarter)
      const events = await asAccount(account, async () => {
        const opened = await open()
        return opened.between(from, to).catch(rethrowCause)
      })
      if (events.length > 0) return `readable, ${events.length} events in the next three months`
      const isFile = calendar.kind === 'ics' && calendar.url === undefined
      if (isFile && calendar.mayBeMissing && !existsSync(calendar.file)) {
        return {
          caution: `no calendar yet: set ICS_URL, or put the calendar’s file at ${calendar.file}`,
        }
      }
      return { caution: 'readable, but there is no event in the next three months' }
    },
  }
}

/** The calendar's own message is the same for all errors; the operator needs the cause. */
function rethrowCause(error: unknown): never {
  throw error instanceof Error && error.cause instanceof Error ? error.cause : error
}

/** Adds the account's name to an error. */
async function asAccount<T>(account: Shared['account'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const email = await account().catch(() => undefined)
    if (email === undefined || !(error instanceof Error)) throw error
    throw new Error(`${error.message} (The portal’s account is ${email}.)`, { cause: error })
  }
}
