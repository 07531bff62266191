import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '../../scripts/debian-packages.ts'
import { openPlainServer } from '../../scripts/plain-server-fixture.ts'
import { expect, test } from '../support/fixtures.ts'

/** Firebase's file of accounts, with the first admin. */
const accounts = {
  users: [
    {
      localId: 'uid-ruth',
      email: 'ruth.abelman@larkspur.example',
      emailVerified: true,
      createdAt: '1767225600000',
      providerUserInfo: [{ providerId: 'google.com', rawId: '1234567890' }],
    },
  ],
}

/** A calendar with one event, tomorrow. */
function calendar(): string {
  const stamp = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const tomorrow = Date.now() + 24 * 60 * 60_000
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//board-portal//journey',
    'BEGIN:VEVENT',
    'UID:board-meeting',
    `DTSTAMP:${stamp(tomorrow)}`,
    `DTSTART:${stamp(tomorrow)}`,
    `DTEND:${stamp(tomorrow + 60 * 60_000)}`,
    'SUMMARY:Board Meeting',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  return lines.join('\r\n')
}

test('a portal that runs from the files for one server is reached through Caddy, passes the doctor without a warning, and has a backup that can be restored', async ({
  browser,
}) => {
  test.skip(findProgram(['caddy']) === undefined, 'Caddy isn’t installed, Debian’s caddy has it.')
  const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-plain-'))
  const server = await openPlainServer(folder)
  try {
    writeFileSync(path.join(server.dataFolder, 'drive/Budget.pdf'), 'paper')
    writeFileSync(path.join(server.dataFolder, 'calendar.ics'), calendar())
    const file = path.join(folder, 'accounts.json')
    writeFileSync(file, JSON.stringify(accounts))
    expect((await server.run('accounts', 'import', file)).output).toContain('Imported: 1.')
    await server.start()
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
    await page.goto(server.url)
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
    await page.context().close()

    const backup = await server.backup()
    expect(backup.output).toContain('verified.')
    expect(backup.code).toBe(0)
    const doctor = await server.run('doctor', server.url)
    const findings = doctor.output.split('\n').filter((line) => /^(ok|caution|wrong) /.test(line))
    expect(findings.length).toBeGreaterThan(20)
    expect(findings.filter((line) => !line.startsWith('ok '))).toEqual([])
    expect(doctor.code).toBe(0)

    const [name] = readdirSync(path.join(folder, 'backups'))
    const made = path.join(folder, 'backups', name!)
    const drill = await server.drill(made, path.join(folder, 'drill'))
    expect(drill.output).toContain('Restored ')
    expect(existsSync(path.join(folder, 'drill/drive/Budget.pdf'))).toBe(true)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
