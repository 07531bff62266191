import { beforeEach, describe, expect, it } from 'vitest'
import { googleDrive } from '../adapters/google/google-drive.ts'
import { openBoard } from '../adapters/google/stand-in/google-board.ts'
import { icsCalendar } from '../adapters/ics/ics-calendar.ts'
import { icsUrl } from '../adapters/ics/ics-url.ts'
import { oidcTokens } from '../adapters/oidc/oidc-tokens.ts'
import { calendarCheck, driveCheck } from '../features/doctor/board-checks.ts'
import { clockCheck } from '../features/doctor/clock-check.ts'
import { type Check, runChecks } from '../features/doctor/finding.ts'
import { providerCheck } from '../features/doctor/sign-in-check.ts'
import { collected } from '../features/sync/sync-fixtures.ts'
import { startExpiredServer } from '../platform/resilience/expired-server-fixture.ts'

const now = () => new Date('2026-11-24T17:00:00Z')
const timeZone = 'America/Los_Angeles'
/** Reserved by RFC 6761: no DNS knows it. A machine without DNS gets no response. */
const unknown = 'https://portal-test.invalid'
const account = async () => undefined

const cases: [string, () => Promise<string>, RegExp][] = [
  [
    'whose certificate has expired',
    startExpiredServer,
    /: its certificate has expired \(CERT_HAS_EXPIRED\)\.$/,
  ],
  [
    'whose name can’t be resolved',
    async () => unknown,
    /: (its name isn’t known to DNS \(ENOTFOUND\)|DNS doesn’t respond \(EAI_AGAIN\))\.$/,
  ],
]

describe.each(cases)('a server %s', (_, start, sentence) => {
  let url: string
  beforeEach(async () => void (url = await start()))

  const look = async (check: Check) => (await runChecks([check]))[0]!
  const calendar = () =>
    icsCalendar({ source: icsUrl({ url: `${url}/secret/board.ics`, freshFor: 0 }), timeZone })

  it('leaves the published calendar unread, and the doctor says why without its address', async () => {
    const read = calendar().between(now(), new Date('2027-01-01T00:00:00Z'))
    await expect(read).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Failed to fetch upcoming events',
    })
    const settings = { kind: 'ics', url: `${url}/secret/board.ics` } as never
    const check = calendarCheck({ calendar: settings, open: async () => calendar(), account, now })
    const { verdict, message } = await look({ ...check, remedy: '' })
    expect(verdict).toBe('wrong')
    expect(message).toMatch(sentence)
    expect(message).not.toContain('secret')
  })

  it('leaves the CI provider’s and the OpenID provider’s keys unread, with one sentence', async () => {
    const provider = { issuer: url, isTrusted: true } as never
    const found = await look(providerCheck({ provider }))
    expect(found.verdict).toBe('wrong')
    expect(found.message).toMatch(sentence)
    const tokens = oidcTokens({ production: false, now, timeout: 5000 })
    const refused = await tokens.verify(url, await tokenOf(url)).catch((error: Error) => error)
    expect(refused).toMatchObject({ code: 'unavailable' })
    expect((refused as Error).message).toMatch(/can’t be asked for its keys at the moment/)
  })

  it('leaves Google’s keys unread, and the doctor says why', async () => {
    const found = await look(clockCheck({ keysUrl: `${url}/keys`, now }))
    expect(found.verdict).toBe('wrong')
    expect(found.message).toMatch(sentence)
  })

  it('makes Google Drive unavailable for now: nothing looks removed, and the doctor says why', async () => {
    const { google, root } = await openBoard()
    const access = { root, rootUrl: url, tokenUrl: google.tokenUrl, delayFactor: 0 }
    const drive = googleDrive({ ...access, credentials: google.account })
    await expect(collected(drive.changes())).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Google Drive isn’t responding. Please try again later.',
      details: { transient: true },
    })
    const settings = { kind: 'google', root } as never
    const found = await look(driveCheck({ drive: settings, open: async () => drive, account }))
    expect(found.message).toMatch(sentence)
    await google.stop()
  })
})

async function tokenOf(issuer: string): Promise<string> {
  const seconds = Math.floor(now().getTime() / 1000)
  const claims = {
    iss: issuer,
    aud: 'portal',
    sub: 'ci',
    jti: '1',
    iat: seconds,
    exp: seconds + 600,
  }
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'RS256', kid: 'a' })}.${encode(claims)}.${encode('signature')}`
}
