import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { googleAccount } from '../../adapters/google/google-account.ts'
import { googleCalendar } from '../../adapters/google/google-calendar.ts'
import { openBoard } from '../../adapters/google/stand-in/google-board.ts'
import { calendarApi } from '../../adapters/google/stand-in/calendar-api.ts'
import { calendarBook } from '../../adapters/google/stand-in/calendar-book.ts'
import { unknownKey } from '../../adapters/google/stand-in/google-tokens.ts'
import type { Drive } from '../sync/drive.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { accountCheck } from './admins-check.ts'
import { calendarCheck, driveCheck } from './board-checks.ts'
import { type Check, runChecks } from './finding.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function board(options: Parameters<typeof openBoard>[0] = {}) {
  const opened = await openBoard(options)
  stops.push(opened.google.stop)
  return opened
}

const look = async (check: Check) => (await runChecks([check]))[0]!
const portalAccount = 'portal@larkspur.iam.gserviceaccount.com'

describe('the portal’s account', () => {
  const check = (options: Parameters<typeof googleAccount>[0]) =>
    look(accountCheck({ account: () => googleAccount(options) }))

  it('accepts the account if Google grants it tokens', async () => {
    const { google } = await board()
    const finding = await check({ credentials: google.account, tokenUrl: google.tokenUrl })
    expect(finding).toMatchObject({
      verdict: 'ok',
      message: `Google grants tokens to ${portalAccount}`,
    })
  })

  it('fails if the account’s key was deleted or belongs to another project', async () => {
    const { google } = await board()
    const credentials = unknownKey(google.account)
    const { verdict, message } = await check({ credentials, tokenUrl: google.tokenUrl })
    expect(verdict).toBe('wrong')
    expect(message).toContain(
      'can’t get a token from Google (invalid_grant). Either the key was deleted or belongs to another project',
    )
    expect(message).toContain('GOOGLE_CREDENTIALS_FILE must be a service account’s key')
  })

  it('fails if the account’s file isn’t a key, without quoting the file', async () => {
    const file = join(temporaryFolder(), 'key.json')
    writeFileSync(file, 'SECRET that is no JSON')
    const { verdict, message } = await check({ credentials: file })
    expect(verdict).toBe('wrong')
    expect(message).toContain(`${file} can't be used: it is not a service account's key file.`)
    expect(message).not.toContain('SECRET')
  })
})

describe('the drive', () => {
  const check = (drive: Drive, root = 'the-board-folder') =>
    look(
      driveCheck({
        drive: { kind: 'google', root },
        open: async () => drive,
        account: async () => portalAccount,
      }),
    )

  it('reads the drive from its start', async () => {
    const { drive, tree, root } = await board()
    tree.put('Budget.txt', root, 'paper')
    expect(await check(drive)).toMatchObject({
      verdict: 'ok',
      message: 'Google Drive, the-board-folder: readable, 1 files on its first pages',
    })
  })

  it('warns while the drive is empty', async () => {
    expect(await check((await board()).drive)).toMatchObject({ verdict: 'caution' })
  })

  it('fails if the folder isn’t shared, and names the account to share it with', async () => {
    const { drive } = await board({ adapter: { root: 'another-folder' } })
    const { verdict, message } = await check(drive)
    expect(verdict).toBe('wrong')
    expect(message).toContain('another-folder isn’t in Google Drive, or isn’t shared')
    expect(message).toContain(`(The portal’s account is ${portalAccount}.)`)
    expect(message).toContain('share the folder with the portal’s account as a viewer')
  })

  it('fails while Google is down, without advice to change anything', async () => {
    const { google, drive } = await board()
    google.settings.faultRate = 1
    const { verdict, message } = await check(drive)
    expect(verdict).toBe('wrong')
    expect(message).not.toContain('share the folder')
  })

  it('fails if the API isn’t enabled', async () => {
    const { google, drive } = await board()
    google.fail('drive.files.get', { status: 403, reason: 'accessNotConfigured' })
    const { verdict, message } = await check(drive)
    expect(verdict).toBe('wrong')
    expect(message).toContain('(accessNotConfigured)')
    expect(message).toContain('Enable the Drive API')
  })
})

describe('the calendar', () => {
  const timeZone = 'America/Los_Angeles'
  const now = () => new Date('2026-11-20T17:00:00Z')

  async function check(calendarId: string) {
    const { google } = await board()
    const book = calendarBook(timeZone)
    book.put({
      id: 'meeting',
      summary: 'Meeting',
      start: { dateTime: '2026-12-10T09:00:00-08:00' },
      end: { dateTime: '2026-12-10T10:00:00-08:00' },
    })
    google.mount(calendarApi({ 'board@larkspur.example': book }))
    const calendar = googleCalendar({
      calendarId,
      timeZone,
      credentials: google.account,
      rootUrl: `${google.url}/`,
      tokenUrl: google.tokenUrl,
      delayFactor: 0,
      now,
    })
    return look(
      calendarCheck({
        calendar: { kind: 'google', calendarId, meetingHosts: [] },
        open: async () => calendar,
        account: async () => portalAccount,
        now,
      }),
    )
  }

  it('reads the calendar of the next three months', async () => {
    expect(await check('board@larkspur.example')).toMatchObject({
      verdict: 'ok',
      message: 'readable, 1 events in the next three months',
    })
  })

  it('fails if the calendar isn’t shared, and names the account to share it with', async () => {
    const { verdict, message } = await check('other@larkspur.example')
    expect(verdict).toBe('wrong')
    expect(message).toContain('other@larkspur.example isn’t in Google Calendar, or isn’t shared')
    expect(message).toContain(`(The portal’s account is ${portalAccount}.)`)
    expect(message).toContain('See all event details')
  })
})
