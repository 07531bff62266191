import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imapMailbox } from '../../adapters/imap/imap-mailbox.ts'
import { startImapServer } from '../../adapters/imap/imap-server-fixture.ts'
import { smtpMail } from '../../adapters/smtp/smtp-mail.ts'
import { startSmtpServer } from '../../adapters/smtp/smtp-server-fixture.ts'
import { parseSettings } from '../../platform/env/env.ts'
import { composeTestMail } from '../mail/mail-feature.ts'
import { type Check, runChecks } from './finding.ts'
import { mailboxCheck, mailCheck, testMailCheck } from './mail-check.ts'
import { mailDomainChecks } from './mail-domain-check.ts'

const look = async (check: Check) => (await runChecks([check]))[0]!

describe('the mail server', () => {
  let server: Awaited<ReturnType<typeof startSmtpServer>>
  beforeAll(async () => {
    server = await startSmtpServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, callback) =>
        password === 'secret'
          ? callback(null, { user: username! })
          : callback(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
      onRcptTo: ({ address }, _, callback) =>
        address.startsWith('nobody@')
          ? callback(Object.assign(new Error('No such user'), { responseCode: 550 }))
          : callback(),
    })
  })
  afterAll(() => server.close())

  const parts = (env: Record<string, string> = {}) => {
    const settings = parseSettings({
      MAIL: 'smtp',
      SMTP_HOST: 'localhost',
      SMTP_ENCRYPTION: 'none',
      SMTP_PORT: String(server.port),
      SMTP_USER: 'portal',
      SMTP_PASSWORD: 'secret',
      ...env,
    })
    const { mail } = settings
    return { settings, open: async () => (mail.kind === 'smtp' ? smtpMail(mail) : undefined) }
  }
  const sendTo = (to: string, env?: Record<string, string>) => {
    const own = parts(env)
    const compose = (address: string) => composeTestMail(own.settings, address, { at: new Date() })
    return look(testMailCheck({ ...own, to, compose }))
  }

  it('is reached, and accepts the sign-in', async () => {
    expect(await look(mailCheck(parts()))).toEqual({
      part: 'mail',
      verdict: 'ok',
      message: `localhost:${server.port}, not encrypted, signed in as portal`,
    })
  })

  it('is wrong with the server’s own words and what to check, without the password', async () => {
    const { verdict, message } = await look(mailCheck(parts({ SMTP_PASSWORD: 'guess-me' })))
    expect(verdict).toBe('wrong')
    expect(message).toMatch(/^535 Wrong password.*SMTP_PASSWORD/)
    expect(message).not.toContain('guess-me')
  })

  it('is wrong if there is none', async () => {
    const { verdict, message } = await look(mailCheck(parts({ SMTP_PORT: '1' })))
    expect([verdict, message]).toEqual(['wrong', expect.stringContaining('Check SMTP_HOST')])
  })

  it.each([
    ['off', 'off, so nobody is written to'],
    ['outbox', 'mails are kept in the outbox folder, and nobody receives them'],
  ])('is not asked with MAIL=%s', async (MAIL, message) => {
    expect(await look(mailCheck(parts({ MAIL })))).toMatchObject({ verdict: 'ok', message })
  })

  it('is a caution in production if mails only go into a folder', async () => {
    const { settings, open } = parts({ MAIL: 'outbox' })
    const check = mailCheck({ settings: { mail: settings.mail, production: true }, open })
    expect(await look(check)).toMatchObject({ verdict: 'caution' })
  })

  it('takes a test message', async () => {
    expect(await sendTo('maria@larkspur.example')).toEqual({
      part: 'mail-to',
      verdict: 'ok',
      message: 'sent to maria@larkspur.example: 250 2.0.0 Kept',
    })
    const [received] = server.received.splice(0)
    expect(received?.to).toEqual(['maria@larkspur.example'])
    expect(received?.text).toContain('Subject: Test message from Larkspur')
  })

  it('refuses a test message in its own words', async () => {
    expect(await sendTo('nobody@larkspur.example')).toMatchObject({
      verdict: 'wrong',
      message: 'The mail server refuses it: 550 No such user.',
    })
    expect(await sendTo('maria@larkspur.example', { MAIL: 'off' })).toMatchObject({
      verdict: 'wrong',
      message: 'Mail is off, so no test message was sent. Set MAIL=smtp.',
    })
    expect(server.received).toEqual([])
  })
})

describe('the sender’s domain', () => {
  const from = 'board@mail.larkspur.example'
  const complete = {
    'mail.larkspur.example': ['google-site-verification=1', 'v=spf1 include:spf.example ~all'],
    'google._domainkey.mail.larkspur.example': ['v=DKIM1; k=rsa; p=MIIB'],
    '_dmarc.larkspur.example': ['v=DMARC1; p=quarantine'],
  }
  const find = async (records: Record<string, string[] | Error>, dkimSelector?: string) => {
    const readTexts = async (name: string) => {
      const found = records[name] ?? []
      if (found instanceof Error) throw found
      return found
    }
    const findings = await runChecks(mailDomainChecks({ from, dkimSelector, readTexts }))
    return Object.fromEntries(
      findings.map(({ part, verdict, message }) => [part, `${verdict}: ${message}`]),
    )
  }

  it('is fine with all three records, also if DMARC is published by the domain above it', async () => {
    expect(await find(complete)).toEqual({
      spf: 'ok: v=spf1 include:spf.example ~all',
      dkim: 'ok: a key at google._domainkey.mail.larkspur.example',
      dmarc: 'ok: v=DMARC1; p=quarantine (_dmarc.larkspur.example)',
    })
  })

  it('is told what is missing, and what to publish', async () => {
    expect(await find({})).toEqual({
      spf: expect.stringMatching(/^wrong: .*no SPF record.*v=spf1/),
      dkim: expect.stringMatching(/^caution: .*MAIL_DKIM_SELECTOR/),
      dmarc: expect.stringMatching(/^caution: .*p=none at _dmarc\.mail\.larkspur\.example/),
    })
  })

  it('has its DKIM key where MAIL_DKIM_SELECTOR says', async () => {
    expect((await find(complete, 'lark')).dkim).toMatch(/^wrong: There is no key at lark\./)
    const own = { 'lark._domainkey.mail.larkspur.example': ['p=MIIB'] }
    expect((await find(own, 'lark')).dkim).toBe(
      'ok: a key at lark._domainkey.mail.larkspur.example',
    )
    const revoked = { 'lark._domainkey.mail.larkspur.example': ['v=DKIM1; p='] }
    expect((await find(revoked, 'lark')).dkim).toMatch(/^wrong: .*was revoked/)
  })

  it.each([
    ['spf', { 'mail.larkspur.example': ['v=spf1 -all', 'v=spf1 mx -all'] }, /^wrong: .*2 SPF/],
    ['spf', { 'mail.larkspur.example': ['v=spf1 +all'] }, /^caution: .*every server/],
    [
      'dmarc',
      { '_dmarc.larkspur.example': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
      /^wrong: /,
    ],
    ['spf', { 'mail.larkspur.example': new Error('ESERVFAIL') }, /^caution: not checked/],
    ['dmarc', { '_dmarc.mail.larkspur.example': new Error('ETIMEOUT') }, /^caution: not checked/],
  ])('is judged by its %s records: %j', async (part, records, expected) => {
    expect((await find(records as Record<string, string[]>))[part]).toMatch(expected)
  })
})

describe('the mailbox of replies', () => {
  it('is reached, or wrong with the server’s own words and what to check', async () => {
    const server = await startImapServer()
    const check = (password: string) =>
      look(mailboxCheck({ open: async () => imapMailbox({ ...server.options, password }) }))
    expect(await check('secret')).toEqual({
      part: 'replies-mailbox',
      verdict: 'ok',
      message: `localhost:${server.options.port}, INBOX`,
    })
    const { verdict, message } = await check('guess-me')
    expect([verdict, message]).toEqual(['wrong', expect.stringContaining('MAIL_REPLIES_PASSWORD')])
    expect(message).not.toContain('guess-me')
    await server.close()
  })
})
